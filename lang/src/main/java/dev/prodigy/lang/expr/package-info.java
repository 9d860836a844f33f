/// The expression language and the placeholders of texts (spec 01 §8, §10).
///
/// Start with {@link CompiledExpression}, {@link Template} and {@link Placeholder}; each is parsed once into {@link
/// Node}, {@link Template.Part} or {@link Body} and then run by one {@link Evaluation} at a time.
package dev.prodigy.lang.expr;

/// The expression language and the placeholders of texts (spec 01 §8, §10).
///
/// Start with {@link Expression}, {@link Template} and {@link Placeholder}; each is parsed once into {@link Node},
/// {@link Template.Part} or {@link Body} and then run by one {@link Evaluation} at a time.
package dev.prodigy.lang.expr;

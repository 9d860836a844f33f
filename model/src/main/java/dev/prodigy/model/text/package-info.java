/// Texts, expressions and settings of a workflow as their author wrote them: placeholders in them are not filled yet
/// (spec 01 §1, §8, §10). Start with {@link Text}.
package dev.prodigy.model.text;

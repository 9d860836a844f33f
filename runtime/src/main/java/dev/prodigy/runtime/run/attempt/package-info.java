/// One attempt of an item, from slot to merge, and the handler of its failure (spec 03 §6, §10).
///
/// Start with {@link AttemptRunner}.
package dev.prodigy.runtime.run.attempt;

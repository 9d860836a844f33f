/// The merge into the user's branch, at a run's end or later, and what a crash leaves of it (spec 03 §11).
///
/// Start with {@link MergeOffer}.
package dev.prodigy.runtime.run.merge;

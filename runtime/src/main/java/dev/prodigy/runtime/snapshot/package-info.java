/// Snapshots of a run's folded state, so that a resume need not fold everything again (spec 05 §5.3).
/// Views: whatever is wrong with one, the journal tells it all.
package dev.prodigy.runtime.snapshot;

/// What the journal of a run comes to, and what is written behind it while no run is live (spec 03 §14, 05 §2.7).
///
/// Start with {@link JournalFold}.
package dev.prodigy.runtime.run.replay;

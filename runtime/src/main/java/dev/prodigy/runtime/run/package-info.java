/// Runs: begun, taken up again, driven to their end, foretold (spec 03 §1 to §15, 05 §2).
///
/// Start with {@link RunService}, what the commands call. {@link RunOpening} and {@link RunReopening} lead to a {@link
/// LiveRun}; its {@link RunActor} is the one thread that owns it, {@link Conductor} carries out the effects, and {@link
/// AttemptRunner} leads an item from slot to merge. {@link RunForecast} says what a run would do.
package dev.prodigy.runtime.run;

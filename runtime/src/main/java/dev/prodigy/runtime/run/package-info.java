/// Runs: begun, taken up again, driven to their end (spec 03 §1 to §15, 05 §2).
///
/// Start with {@link RunService}, what the commands call. {@link RunOpening} and {@link RunReopening} lead to a
/// {@link LiveRun}; {@link Conductor} carries out its effects. The packages below, from what a run is asked for
/// to what it leaves: `request`, `input` (what comes into it from outside), `place` (where it works), `replay`
/// (what its journal comes to), `changes` (what a resume makes of changed files), `forecast` (what it would
/// do); of a live one `actor` (the one thread that owns it), `stage` (phases), `attempt` (items), `merge` (into
/// the user's branch); `worktree` (what was left).
package dev.prodigy.runtime.run;

/// How a person's commands reach the process that works on a run: files in `control/{run_id}/` (spec 05
/// §2.7).
///
/// A request is addressed to one process. It is never taken by a later one, so what a dead process left
/// lying does nothing.
package dev.prodigy.runtime.control;

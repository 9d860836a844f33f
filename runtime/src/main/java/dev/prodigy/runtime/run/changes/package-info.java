/// What a resume makes of a workflow whose files have changed since the run began (spec 03 §14, 05 §2.2).
///
/// Start with {@link WorkflowChanges}.
package dev.prodigy.runtime.run.changes;

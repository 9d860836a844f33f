/// The stages of a run: its phases' lists of steps, and what all parts of a live run share (spec 03 §1).
///
/// Start with {@link StageRunner}.
package dev.prodigy.runtime.run.stage;

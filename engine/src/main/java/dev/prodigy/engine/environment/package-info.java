/// Names and variables of a step: which values its texts can read, and what its processes inherit (spec 01 §7, §13).
/// Start with {@link StepScope}.
package dev.prodigy.engine.environment;

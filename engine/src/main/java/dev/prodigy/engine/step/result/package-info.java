/// What steps come to, and what later steps and the journal read of it (spec 01 §7). Start with {@link
/// StepResult}, then {@link Variables}, under whose names later steps find it; {@link Occasion} is what a list
/// reacts to.
package dev.prodigy.engine.step.result;

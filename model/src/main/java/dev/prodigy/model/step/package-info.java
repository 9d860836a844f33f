/// The one step model, for every list of steps (spec 01 §2 to §6). Start with {@link Step}: what it does is a {@link
/// StepKind}, how it is run are its {@link StepOptions}.
package dev.prodigy.model.step;

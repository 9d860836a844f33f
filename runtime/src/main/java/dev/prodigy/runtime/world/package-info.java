/// The interfaces of `engine.world`, made real for one working tree: programs with their logs and masks, files and git,
/// waits, the admission of attempts (spec 03 §13, 05 §5.5). Start with {@link StepWorld}.
package dev.prodigy.runtime.world;

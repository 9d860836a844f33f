/// What surrounds a step: where in the run it stands, what it can read, where it works, how long it may, and how far an
/// earlier process came with it. Start with {@link Frame}.
package dev.prodigy.engine.step.frame;

/// What a run is: signals in, events and effects out, and a state that is the fold of its events (spec 02 §12, 03 §1,
/// §14). Start with {@link Signal}, {@link Effect} and {@link Fold}, then {@link RunState} and {@link Plan}.
package dev.prodigy.engine.run;

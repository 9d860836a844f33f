/// What happens next in a run (spec 02 §4 to §8, 03 §1 to §8). Start with {@link RunDecider} and {@link MapDecider},
/// where every decision begins; the files beside them hold one concern each, and {@link Machine} turns the crank.
package dev.prodigy.engine.decide;

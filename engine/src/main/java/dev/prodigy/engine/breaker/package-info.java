/// Circuit breakers (spec 02 §7). Start with {@link BreakerState}, a sealed type of three states; what leads from one
/// to another are the rows of {@link BreakerRule}. {@link Circuits} holds those of a run.
package dev.prodigy.engine.breaker;

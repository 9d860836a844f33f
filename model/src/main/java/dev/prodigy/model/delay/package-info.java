/// How long to wait before the next attempt: base delay, cap, jitter (spec 02 §3.4), and what is left of a wait after a
/// restart (§12). Start with {@link Delays}. Chance comes in as an argument.
package dev.prodigy.model.delay;

/// The texts of a step filled with values, and its environment (spec 01 §8, §9, §13). Start with {@link Texts}.
package dev.prodigy.engine.step.text;

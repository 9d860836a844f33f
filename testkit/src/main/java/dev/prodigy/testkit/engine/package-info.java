/// Runs without a world: the decisions are real, and a test drives them by hand. Start with {@link ManualEngine} and
/// its {@link Script}.
package dev.prodigy.testkit.engine;

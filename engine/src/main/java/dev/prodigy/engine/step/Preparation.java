package dev.prodigy.engine.step;

import dev.prodigy.engine.world.Cut;
import dev.prodigy.model.error.ErrorRecord;

/// A step made ready: its texts, environment and directory, the same for all attempts of its retry block (spec 01
/// §4).
sealed interface Preparation {

    /// It can be executed.
    ///
    /// @param command what is run, for events; to be redacted
    record Ready(String command, Body body) implements Preparation {}

    /// It cannot: the step failed, and nothing retries or handles that.
    record Refused(ErrorRecord error) implements Preparation {}

    /// The executions of a step that is ready.
    @FunctionalInterface
    interface Body {
        /// @param attempt from 1
        /// @param of attempts in all
        Attempted execute(int attempt, int of) throws Cut;
    }
}

package dev.prodigy.model.env;

import dev.prodigy.model.text.Expression;
import dev.prodigy.model.text.Text;

/// The value of one environment variable (spec 01 §13).
public sealed interface EnvEntry {
    /// @return whether its author wants the value masked everywhere
    boolean secret();

    /// A text; placeholders are filled.
    ///
    /// @param secret its value is masked everywhere
    record Phrase(Text text, boolean secret) implements EnvEntry {}

    /// Removes the variable.
    record Unset() implements EnvEntry {
        @Override
        public boolean secret() {
            return false;
        }
    }

    /// The output of a shell command.
    ///
    /// @param cache once before the first step and once per resume; else at each step
    record Printed(Text command, boolean cache, boolean secret) implements EnvEntry {}

    /// One of two texts, decided at each step.
    record Chosen(Expression condition, Text whenTrue, Text whenFalse, boolean secret) implements EnvEntry {}
}

package dev.prodigy.engine.world;

import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.event.Outputs;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// How a run of another workflow ended. Nothing of it is at work any more.
public sealed interface ChildEnd {
    /// The code of a refusal for values that are missing or wrong, such as a secret that the environment lacks.
    String INVALID_INPUT = "INVALID_INPUT";

    /// It came to an end of its own.
    ///
    /// @param status of spec 00
    /// @param outputs of the workflow, else its captures
    /// @param error what ended it, or null
    record Ended(
            String status,
            int exitCode,
            Outputs outputs,
            @Nullable ErrorRecord error,
            Duration duration) implements ChildEnd {
        /// @return whether it ran to its end within its policy
        public boolean isGood() {
            return status.startsWith("completed");
        }

        /// @return whether failures stand in it that its author accepts
        public boolean isMarred() {
            return status.equals("completed_with_failures");
        }
    }

    /// A limit of the call passed, and it was ended.
    ///
    /// @param scope whose limit it was
    record TimedOut(Ran.Scope scope, Duration limit, Duration duration) implements ChildEnd {}

    /// It cannot run as asked; nothing was started.
    ///
    /// @param code of the error record
    record Refused(String code, String message) implements ChildEnd {}
}

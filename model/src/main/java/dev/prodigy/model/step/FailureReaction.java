package dev.prodigy.model.step;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a step's failure sets off: `on_failure` and the entries of `on_exit_code` (spec 01 §5).
public sealed interface FailureReaction {

    /// `on_failure: true`: the failure is accepted.
    record Tolerate() implements FailureReaction {}

    /// `on_failure: false`: as if nothing were written.
    record Ignore() implements FailureReaction {}

    /// `stop`, `continue` or a fallback, written one level up from `retry_config` (spec 02 §3.7).
    record After(AfterRetries afterRetries) implements FailureReaction {}

    /// Steps that run, and what their outcome then means.
    ///
    /// @param maxAttempts executions of the failed step in all, from 1
    /// @param failWorkflow false: a failure that stands is tolerated
    /// @param timeout for the handler as a whole, or null
    /// @param commitRequired the handler must commit, else it failed
    /// @param failureFatal a failing handler fails the step even where the failure would be tolerated
    /// @param captures names that receive the handler's combined output
    record Handle(
            List<Step> steps,
            Strategy strategy,
            int maxAttempts,
            boolean failWorkflow,
            @Nullable Duration timeout,
            boolean commitRequired,
            boolean failureFatal,
            List<String> captures)
            implements FailureReaction {
        public Handle {
            steps = List.copyOf(steps);
            captures = List.copyOf(captures);
        }
    }

    /// What a handler is for.
    enum Strategy {
        /// The step runs again after the handler.
        RECOVERY,
        /// The handler's success is the step's.
        FALLBACK,
        /// The failure stands; the handler tidies up.
        CLEANUP,
        /// The failure stands; the handler does what its author wants.
        CUSTOM
    }
}

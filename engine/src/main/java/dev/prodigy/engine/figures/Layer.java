package dev.prodigy.engine.figures;

/// What makes attempts and retries them: a step, or an item. Each has metrics of its own (spec 05 §8, K).
public enum Layer {
    STEP(
            Metric.STEP_ATTEMPTS,
            Metric.STEP_FIRST_ATTEMPTS,
            Metric.STEP_RETRIES,
            Metric.STEP_TIMEOUTS,
            new Errors(Metric.STEP_ERRORS, Metric.STEP_ATTEMPT_ERRORS)),
    AGENT(
            Metric.AGENT_ATTEMPTS,
            Metric.AGENT_FIRST_ATTEMPTS,
            Metric.AGENT_RETRIES,
            Metric.AGENT_TIMEOUTS,
            new Errors(Metric.AGENT_ERRORS, Metric.AGENT_ATTEMPT_ERRORS));

    private final Metric attempts;
    private final Metric firstAttempts;
    private final Metric retries;
    private final Metric timeouts;
    private final Errors errors;

    /// Two metrics of failures.
    ///
    /// @param last failures that stand
    /// @param every failures of attempts
    public record Errors(Metric last, Metric every) {}

    Layer(Metric attempts, Metric firstAttempts, Metric retries, Metric timeouts, Errors errors) {
        this.attempts = attempts;
        this.firstAttempts = firstAttempts;
        this.retries = retries;
        this.timeouts = timeouts;
        this.errors = errors;
    }

    /// @return attempts that ended, by kind of step and outcome
    public Metric attempts() {
        return attempts;
    }

    /// @return how many were begun, by kind of step
    public Metric firstAttempts() {
        return firstAttempts;
    }

    /// @return retries, by kind of step and error code
    public Metric retries() {
        return retries;
    }

    /// @return time limits that passed, by kind of step
    public Metric timeouts() {
        return timeouts;
    }

    /// @return failures that stand and failures of attempts, by code and category
    public Errors errors() {
        return errors;
    }
}

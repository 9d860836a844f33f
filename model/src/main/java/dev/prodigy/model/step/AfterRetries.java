package dev.prodigy.model.step;

/// What the failure of all attempts means: `retry_config.on_failure` (spec 02 §3.7).
public sealed interface AfterRetries {

    /// The step has failed: its handler, else its list of steps.
    record Stop() implements AfterRetries {}

    /// After the handler, if any, the failure is recorded and the list goes on.
    record Continue() implements AfterRetries {}

    /// One other step takes the failed one's place; its result is the step's result.
    record Fallback(Step step) implements AfterRetries {}
}

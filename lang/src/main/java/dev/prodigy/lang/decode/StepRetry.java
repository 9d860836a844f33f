package dev.prodigy.lang.decode;

import dev.prodigy.model.policy.BreakerBlock;
import dev.prodigy.model.policy.Dialect;
import dev.prodigy.model.policy.RetryBlock;
import dev.prodigy.model.step.AfterRetries;
import dev.prodigy.model.step.StepOptions;
import org.jspecify.annotations.Nullable;

/// What a step, or `retry_defaults`, says about failed executions (spec 02 §3.1, §3.2). Null: not written.
///
/// @param block the fields that decide on another attempt
/// @param afterRetries `on_failure` of the block
/// @param breaker the circuit breaker, in the block or beside it
public record StepRetry(
        @Nullable RetryBlock block,
        @Nullable AfterRetries afterRetries,
        @Nullable BreakerBlock breaker) {
    /// Nothing written.
    public static final StepRetry NONE = new StepRetry(null, null, null);

    /// @return this over what `retry_defaults` says, per field
    public StepRetry over(StepRetry inherited) {
        return new StepRetry(
                block == null ? inherited.block : block.over(inherited.block),
                afterRetries == null ? inherited.afterRetries : afterRetries,
                breaker == null ? inherited.breaker : breaker.over(inherited.breaker));
    }

    /// @return the policies of a step, defaults filled in
    public StepOptions.Resilience resolve() {
        return new StepOptions.Resilience(
                block == null ? null : block.resolve(Dialect.STEP),
                afterRetries == null ? new AfterRetries.Stop() : afterRetries,
                breaker == null ? null : breaker.resolve(Dialect.STEP));
    }
}

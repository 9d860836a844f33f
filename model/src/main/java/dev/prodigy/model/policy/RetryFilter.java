package dev.prodigy.model.policy;

import dev.prodigy.model.value.Value;
import java.util.List;

/// Which failures get another attempt, once the dialect's default is known (spec 02 §3.8, "filter").
public sealed interface RetryFilter {

    /// Every failure.
    record Every() implements RetryFilter {}

    /// Failures that are classified as retryable.
    record RetryableOnly() implements RetryFilter {}

    /// Failures that an entry fits, whatever their classification; an empty list fits none.
    record Listed(Matchers matchers) implements RetryFilter {}

    /// @return the entries that were written, empty for a default
    default Value toValue() {
        return switch (this) {
            case Every(), RetryableOnly() -> new Value.Items(List.of());
            case Listed(var matchers) -> matchers.toValue();
        };
    }
}

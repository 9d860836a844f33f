package dev.prodigy.engine.run;

import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// How the canary went, and what that would mean for the whole run (spec 03 §5).
///
/// @param items how many ran first
/// @param failures how many of them are failed or skipped
/// @param total items of the run
/// @param took time since the first of them began
/// @param cost of their agents in US dollars, or null when it is unknown
public record CanaryReport(
        int items,
        int failures,
        int total,
        Duration took,
        @Nullable BigDecimal cost) {
    private static final int CENTS = 2;

    /// @return the same figures for all items, if the rest is like the first
    public CanaryReport projected() {
        return new CanaryReport(
                total,
                Math.toIntExact(Math.round((double) failures * total / items)),
                total,
                Duration.ofMillis(Math.round((double) took.toMillis() * total / items)),
                cost == null
                        ? null
                        : cost.multiply(BigDecimal.valueOf(total))
                                .divide(BigDecimal.valueOf(items), CENTS, RoundingMode.HALF_UP));
    }

    /// @return `items, failures, duration_ms, cost_usd` as a JSON object
    public Value.Fields toFields() {
        return new FieldsWriter()
                .put("items", items)
                .put("failures", failures)
                .put("duration_ms", took.toMillis())
                .put("cost_usd", cost == null ? Value.Null.NULL : new Value.Num(cost))
                .done();
    }
}

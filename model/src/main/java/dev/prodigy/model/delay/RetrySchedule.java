package dev.prodigy.model.delay;

import dev.prodigy.model.policy.Backoff;
import dev.prodigy.model.policy.RetryPolicy;
import dev.prodigy.model.value.Value;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What `prodigy validate` tells about a retry policy before it runs (spec 02 §3.8, member `policies`).
///
/// @param strategy the backoff's name
/// @param delaysMs the first waits without jitter, at most {@link #SHOWN}, in milliseconds
/// @param maxWaitMs sum of all waits without jitter, in milliseconds
/// @param maxDelayMs the cap in milliseconds, null when there is none
public record RetrySchedule(
        RetryPolicy policy,
        String strategy,
        List<Long> delaysMs,
        long maxWaitMs,
        @Nullable Long maxDelayMs) {
    /// How many waits are listed.
    public static final int SHOWN = 20;

    private static final long NANOS_PER_MS = 1_000_000;

    public RetrySchedule {
        delaysMs = List.copyOf(delaysMs);
    }

    /// @return the schedule of a policy
    public static RetrySchedule of(RetryPolicy policy) {
        var shown = new ArrayList<Long>();
        var sum = Duration.ZERO;
        for (var n = 1; n < policy.attempts(); n++) {
            var delay = Delays.expected(policy, n);
            sum = sum.plus(delay);
            if (n <= SHOWN) {
                shown.add(milliseconds(delay));
            }
        }
        var cap = policy.maxDelay();
        return new RetrySchedule(
                policy, name(policy.backoff()), shown, milliseconds(sum), cap == null ? null : cap.toMillis());
    }

    /// @return the members of the JSON object, those that name the place excepted
    public Map<String, Value> members() {
        var members = new LinkedHashMap<String, Value>();
        members.put("max_attempts", Value.of(policy.attempts()));
        members.put("strategy", Value.of(strategy));
        members.put(
                "delays_ms",
                new Value.Items(delaysMs.stream().<Value>map(Value::of).toList()));
        members.put("max_wait_ms", Value.of(maxWaitMs));
        members.put("max_delay_ms", maxDelayMs == null ? Value.Null.NULL : Value.of(maxDelayMs));
        members.put("jitter", Value.of(policy.jitter().kind().word()));
        members.put(
                "jitter_factor",
                new Value.Num(BigDecimal.valueOf(policy.jitter().factor())));
        members.put("retry_on", policy.retryOn().toValue());
        return members;
    }

    private static long milliseconds(Duration delay) {
        return delay.plusNanos(NANOS_PER_MS / 2).toMillis();
    }

    private static String name(Backoff backoff) {
        return switch (backoff) {
            case Backoff.None _ -> "none";
            case Backoff.Fixed _ -> "fixed";
            case Backoff.Linear _ -> "linear";
            case Backoff.Exponential _ -> "exponential";
            case Backoff.Fibonacci _ -> "fibonacci";
            case Backoff.Custom _ -> "custom";
        };
    }
}

package dev.prodigy.engine.quota;

import dev.prodigy.model.event.QuotaEvent;
import dev.prodigy.model.policy.QuotaPolicy;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// An agent's notice that its usage limit is reached.
///
/// @param resetsAt when the limit ends, or null when the notice does not say
/// @param ofProbe whether the agent was called to see whether the limit is over
public record LimitNotice(@Nullable Instant resetsAt, boolean ofProbe) {
    private static final Duration LONGEST_INTERVAL = Duration.ofMinutes(15);
    private static final int MOST_DOUBLINGS = 20;

    /// What a notice leads to.
    public sealed interface Consequence {
        /// The run waits for the next probe.
        record Pause(QuotaEvent.Paused event) implements Consequence {}

        /// The run waits already, as long as this notice says.
        record Nothing() implements Consequence {}

        /// The run would wait longer than its policy allows.
        ///
        /// @param total how long it would be in all
        record TooLong(Duration total) implements Consequence {}
    }

    /// @param quota where the run was when the notice came
    /// @param now wall clock
    /// @param elapsed run clock
    public Consequence against(QuotaPolicy policy, Quota quota, Instant now, Duration elapsed) {
        return switch (quota) {
            case Quota.Free _ ->
                resetsAt == null ? asking(policy, 0, Duration.ZERO, now) : until(policy, Duration.ZERO, now);
            case Quota.Paused paused
            when ofProbe -> {
                var waited = elapsed.minus(paused.since());
                yield isAhead(now) ? until(policy, waited, now) : asking(policy, paused.probes(), waited, now);
            }
            case Quota.Paused paused ->
                isAhead(now) && isNews(paused)
                        ? until(policy, elapsed.minus(paused.since()), now)
                        : new Consequence.Nothing();
        };
    }

    private boolean isAhead(Instant now) {
        return resetsAt != null && resetsAt.isAfter(now);
    }

    private boolean isNews(Quota.Paused paused) {
        return resetsAt != null && (paused.resetsAt() == null || resetsAt.isAfter(paused.resetsAt()));
    }

    /// Waits for the moment that the notice names; one that has passed means at once.
    private Consequence until(QuotaPolicy policy, Duration waited, Instant now) {
        var until = resetsAt == null || resetsAt.isBefore(now) ? now : resetsAt;
        var wait = waited.plus(Duration.between(now, until));
        return wait.compareTo(policy.maxWait()) > 0
                ? new Consequence.TooLong(wait)
                : new Consequence.Pause(new QuotaEvent.Paused(resetsAt, QuotaEvent.Paused.NOTICE, until));
    }

    /// Asks again after a while, which doubles; the last time when the longest wait is over.
    private Consequence asking(QuotaPolicy policy, int failed, Duration waited, Instant now) {
        var left = policy.maxWait().minus(waited);
        if (!left.isPositive()) {
            return new Consequence.TooLong(waited);
        }
        var interval = interval(policy.probeInterval(), failed);
        var until = now.plus(interval.compareTo(left) < 0 ? interval : left);
        return new Consequence.Pause(new QuotaEvent.Paused(resetsAt, QuotaEvent.Paused.PROBE_INTERVAL, until));
    }

    static Duration interval(Duration first, int failed) {
        if (first.compareTo(LONGEST_INTERVAL) >= 0) {
            return first;
        }
        var interval = first.multipliedBy(1L << Math.min(failed, MOST_DOUBLINGS));
        return interval.compareTo(LONGEST_INTERVAL) < 0 ? interval : LONGEST_INTERVAL;
    }
}

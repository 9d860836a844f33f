package dev.prodigy.lang.lint;

import dev.prodigy.lang.decode.Durations;
import dev.prodigy.model.policy.Backoff;
import dev.prodigy.model.policy.RetryPolicy;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.workflow.Workflow;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// POLICY_CONFLICT: a `max_delay` below the first wait, each of them written, inherited or the default (spec 02 §3.2).
final class FirstWaits implements Check {

    @Override
    public void check(Workflow workflow, Report report) {
        for (var step : report.steps()) {
            var retry = step.options().resilience().retry();
            var first = retry == null ? null : capped(retry);
            if (retry != null && first != null) {
                warn(first, retry.cap(), Blocks.maxDelayOf(step, report), report);
            }
        }
        if (workflow instanceof Workflow.MapReduce job) {
            var retry = job.header().errorPolicy().itemRetry();
            var first = capped(retry);
            if (first != null) {
                warn(first, retry.cap(), Blocks.maxDelayOfItems(report), report);
            }
        }
    }

    /// @return the first wait, if it is longer than any may be
    private static @Nullable Duration capped(RetryPolicy retry) {
        var first = retry.attempts() > 1 ? first(retry.backoff()) : null;
        return first != null && first.compareTo(retry.cap()) > 0 ? first : null;
    }

    /// A list of waits may hold any of them, and its author sees them all.
    private static @Nullable Duration first(Backoff backoff) {
        return switch (backoff) {
            case Backoff.Fixed(var delay) -> delay;
            case Backoff.Linear(var first, var _) -> first;
            case Backoff.Exponential(var initial, var _) -> initial;
            case Backoff.Fibonacci(var initial) -> initial;
            case Backoff.None(), Backoff.Custom(var _, var _) -> null;
        };
    }

    private static void warn(Duration first, Duration cap, Report.Spot at, Report report) {
        report.warn(
                ProblemCode.POLICY_CONFLICT,
                at,
                "\"max_delay\" is shorter than the first wait of " + Durations.format(first),
                "Every wait is then " + Durations.format(cap) + ": write initial_delay too, or a longer max_delay.");
    }
}

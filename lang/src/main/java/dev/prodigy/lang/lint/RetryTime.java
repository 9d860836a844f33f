package dev.prodigy.lang.lint;

import dev.prodigy.lang.decode.Durations;
import dev.prodigy.model.delay.Delays;
import dev.prodigy.model.delay.RetrySchedule;
import dev.prodigy.model.policy.Matcher;
import dev.prodigy.model.policy.Matchers;
import dev.prodigy.model.policy.RetryFilter;
import dev.prodigy.model.policy.RetryPolicy;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.workflow.Workflow;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// RETRY_EXCEEDS_TIMEOUT: attempts and waits that do not fit into the time around them. POLICY_CONFLICT:
/// retries that other fields of their block keep from ever being made (spec 05 §3).
final class RetryTime implements Check {

    @Override
    public void check(Workflow workflow, Report report) {
        var run = Blocks.literal(workflow.header().timeout());
        var item = workflow instanceof Workflow.MapReduce job
                ? Blocks.literal(job.map().timeouts().agent())
                : null;
        for (var step : report.steps()) {
            var retry = step.options().resilience().retry();
            if (retry != null && retry.attempts() > 1) {
                Supplier<Report.Spot> at = () -> Blocks.retryOf(step, report);
                conflicts(retry, at, report);
                boolean inItem = step.path().startsWith("map.agent_template");
                var total = step.options().limits().total();
                var needed = needed(retry, step.options().limits().attempt());
                exceeds(needed, nearest(total, inItem ? item : null, run), at, report);
            }
        }
        if (workflow instanceof Workflow.MapReduce job) {
            var retry = job.header().errorPolicy().itemRetry();
            if (retry.attempts() > 1) {
                Supplier<Report.Spot> at = () -> Blocks.ofItems(report, "retry_config");
                conflicts(retry, at, report);
                exceeds(needed(retry, null), nearest(item, run), at, report);
            }
        }
    }

    private static Duration needed(RetryPolicy retry, @Nullable Duration attempt) {
        var waits = Duration.ofMillis(RetrySchedule.of(retry).maxWaitMs());
        return attempt == null ? waits : waits.plus(attempt.multipliedBy(retry.attempts()));
    }

    private static @Nullable Duration nearest(@Nullable Duration... limits) {
        Duration nearest = null;
        for (var limit : limits) {
            nearest = limit != null && (nearest == null || limit.compareTo(nearest) < 0) ? limit : nearest;
        }
        return nearest;
    }

    private static void exceeds(Duration needed, @Nullable Duration limit, Supplier<Report.Spot> at, Report report) {
        if (limit != null && needed.compareTo(limit) >= 0) {
            report.warn(
                    ProblemCode.RETRY_EXCEEDS_TIMEOUT,
                    at.get(),
                    "all attempts and waits would take " + Durations.format(needed)
                            + ", but the time limit around them ends after " + Durations.format(limit),
                    "Try less often, wait less, or give it more time.");
        }
    }

    private static void conflicts(RetryPolicy retry, Supplier<Report.Spot> at, Report report) {
        var first = Delays.expected(retry, 1);
        var budget = retry.retryBudget();
        if (budget != null && first.compareTo(budget) > 0) {
            report.warn(
                    ProblemCode.POLICY_CONFLICT,
                    at.get(),
                    "the first wait of " + Durations.format(first) + " is longer than the retry_budget of "
                            + Durations.format(budget) + ": nothing is ever retried",
                    "Wait less, or allow more.");
        }
        if (retry.noRetryOn().entries().stream().anyMatch(Matcher.Any.class::isInstance)) {
            report.warn(
                    ProblemCode.POLICY_CONFLICT,
                    at.get(),
                    "no_retry_on takes away every failure: nothing is ever retried",
                    "Name the failures that are not to be retried, or write retry: false.");
        } else if (retry.retryOn() instanceof RetryFilter.Listed(Matchers wanted)
                && !wanted.isEmpty()
                && retry.noRetryOn().entries().containsAll(wanted.entries())) {
            report.warn(
                    ProblemCode.POLICY_CONFLICT,
                    at.get(),
                    "no_retry_on takes away everything that retry_on asks for: nothing is ever retried",
                    "Take the entries from one of the two lists.");
        }
    }
}

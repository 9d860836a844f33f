package dev.prodigy.lang.lint;

import dev.prodigy.lang.json.Json;
import dev.prodigy.model.error.ErrorNames;
import dev.prodigy.model.policy.Matcher;
import dev.prodigy.model.policy.Matchers;
import dev.prodigy.model.policy.RetryFilter;
import dev.prodigy.model.policy.RetryPolicy;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.workflow.Workflow;
import java.util.Set;
import java.util.function.Supplier;

/// HOPELESS_RETRY: a list that asks for retries of what does not heal by itself (spec 05 §3).
final class HopelessRetries implements Check {
    private static final Set<String> HOPELESS = Set.of(
            "VALIDATION",
            "AUTH",
            "401",
            "403",
            "PERMISSION",
            "COMMANDNOTFOUND",
            "SPENDLIMIT",
            "DEFINITION",
            "CANCELLED",
            "POLICY",
            "CIRCUITOPEN");

    @Override
    public void check(Workflow workflow, Report report) {
        for (var step : report.steps()) {
            var retry = step.options().resilience().retry();
            if (retry != null) {
                check(retry, () -> Blocks.retryOf(step, report), report);
            }
        }
        if (workflow instanceof Workflow.MapReduce job) {
            check(job.header().errorPolicy().itemRetry(), () -> Blocks.ofItems(report, "retry_config"), report);
        }
    }

    private static void check(RetryPolicy retry, Supplier<Report.Spot> at, Report report) {
        if (retry.attempts() == 1 || !(retry.retryOn() instanceof RetryFilter.Listed(Matchers matchers))) {
            return;
        }
        for (var matcher : matchers.entries()) {
            if (matcher instanceof Matcher.Named(var name) && HOPELESS.contains(ErrorNames.fold(name))) {
                report.warn(
                        ProblemCode.HOPELESS_RETRY,
                        at.get(),
                        "it retries " + Json.write(matcher.toValue()) + ", which trying again does not heal",
                        "Take it from retry_on; a handler (on_failure) can mend what failed.");
            }
        }
    }
}

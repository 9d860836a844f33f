package dev.prodigy.lang.lint;

import dev.prodigy.lang.decode.Durations;
import dev.prodigy.lang.decode.Unforeseen;
import dev.prodigy.model.policy.BreakerPolicy;
import dev.prodigy.model.source.Problem;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.step.OpenSettings;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.workflow.Workflow;
import java.util.HashMap;

/// BREAKER_NEVER_RECOVERS: a breaker that stays open for as long as the run may last. CONFLICTING_KEYS:
/// breakers that are one by their key and differ in their settings (spec 02 §7).
final class BreakerChecks implements Check {

    @Override
    public void check(Workflow workflow, Report report) {
        var byKey = new HashMap<String, Step>();
        var unforeseen = Unforeseen.in(workflow);
        for (var step : report.steps()) {
            // what placeholders will give is compared when the steps start
            boolean isKnown = unforeseen.of(step, OpenSettings.Figure.BREAKER).isEmpty();
            var breaker = step.options().resilience().breaker();
            if (breaker != null && isKnown) {
                var at = Blocks.breakerOf(step, report);
                recovers(breaker, workflow, at, report);
                var first = breaker.key() == null ? null : byKey.putIfAbsent(breaker.key(), step);
                if (first != null
                        && !breaker.equals(first.options().resilience().breaker())) {
                    report.add(Problem.error(
                                    ProblemCode.CONFLICTING_KEYS,
                                    "the circuit breaker \"" + breaker.key() + "\" is shared with " + first.path()
                                            + " (" + first.span() + "), and set differently there",
                                    at.span(),
                                    at.path())
                            .hinting("Write the same settings, or give it a key of its own."));
                }
            }
        }
        if (workflow instanceof Workflow.MapReduce job) {
            var breaker = job.header().errorPolicy().breaker();
            if (breaker != null) {
                recovers(breaker, workflow, Blocks.ofItems(report, "circuit_breaker"), report);
            }
        }
    }

    private static void recovers(BreakerPolicy breaker, Workflow workflow, Report.Spot at, Report report) {
        var run = Blocks.literal(workflow.header().timeout());
        if (run != null && breaker.timeout().compareTo(run) >= 0) {
            report.warn(
                    ProblemCode.BREAKER_NEVER_RECOVERS,
                    at,
                    "it stays open for " + Durations.format(breaker.timeout()) + ", and the run ends after "
                            + Durations.format(run),
                    "Open it for less time, or give the run more.");
        }
    }
}

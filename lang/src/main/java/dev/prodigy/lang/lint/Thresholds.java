package dev.prodigy.lang.lint;

import dev.prodigy.model.policy.ErrorPolicy;
import dev.prodigy.model.policy.FailureDisposition;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.text.Setting;
import dev.prodigy.model.workflow.ItemInput;
import dev.prodigy.model.workflow.MapPhase;
import dev.prodigy.model.workflow.Workflow;
import org.jspecify.annotations.Nullable;

/// THRESHOLD_NEVER_TRIPS: a rate or a count of failures that cannot be reached (spec 05 §3).
final class Thresholds implements Check {

    @Override
    public void check(Workflow workflow, Report report) {
        if (!(workflow instanceof Workflow.MapReduce job)) {
            return;
        }
        var policy = job.header().errorPolicy();
        boolean stopsAtFirst = !policy.continueOnFailure() || policy.onItemFailure() instanceof FailureDisposition.Stop;
        var items = most(job.map());
        var failures = policy.maxFailures();
        if (failures != null && failures > 1 && stopsAtFirst) {
            never(report, "max_failures", "the first failed item stops the run", "Leave it out, or let the run go on.");
        } else if (failures != null && items != null && failures > items) {
            never(report, "max_failures", "there are at most " + items + " items", "Write a smaller number.");
        }
        rate(policy, items, stopsAtFirst, report);
    }

    private static void rate(ErrorPolicy policy, @Nullable Integer items, boolean stopsAtFirst, Report report) {
        var rate = policy.failureThreshold();
        if (rate == null) {
            return;
        }
        if (rate >= 1) {
            never(report, "failure_threshold", "a rate is never above 1", "Write a smaller one, such as 0.2.");
        } else if (stopsAtFirst) {
            never(
                    report,
                    "failure_threshold",
                    "the first failed item stops the run",
                    "Leave it out, or let the run go on.");
        } else if (items != null && items < policy.minSamples()) {
            never(
                    report,
                    "failure_threshold",
                    "the rate counts from " + policy.minSamples() + " finished items on (min_samples), and there are "
                            + "at most " + items,
                    "Write a smaller min_samples, or max_failures.");
        }
    }

    private static void never(Report report, String key, String why, String hint) {
        report.warn(ProblemCode.THRESHOLD_NEVER_TRIPS, Blocks.ofItems(report, key), key + " never trips: " + why, hint);
    }

    /// @return the most items there can be, where the workflow itself tells; else null
    private static @Nullable Integer most(MapPhase map) {
        var cut = map.selection().maxItems() instanceof Setting.Fixed<Integer>(var value) ? value : null;
        if (map.batchSize() != null) {
            return null;
        }
        var listed = map.input() instanceof ItemInput.Listed(var values) ? (Integer) values.size() : null;
        return cut == null || (listed != null && listed < cut) ? listed : cut;
    }
}

package dev.prodigy.lang.lint;

import dev.prodigy.model.policy.ErrorPolicy;
import dev.prodigy.model.policy.FailureDisposition;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.workflow.Workflow;

/// NO_EFFECT: parts of policies that nothing ever asks for (spec 02 §5.2, §6.2).
final class IdlePolicies implements Check {
    @Override
    public void check(Workflow workflow, Report report) {
        if (workflow instanceof Workflow.MapReduce job) {
            handlers(job, report);
            rate(job.header().errorPolicy(), report);
        }
    }

    private static void handlers(Workflow.MapReduce job, Report report) {
        if (!job.handlers().isEmpty()
                && !(job.header().errorPolicy().onItemFailure() instanceof FailureDisposition.Custom)) {
            report.warn(
                    ProblemCode.NO_EFFECT,
                    Blocks.ofItems(report, "handlers"),
                    "no failed item ever comes to these handlers: on_item_failure names none of them",
                    "Write on_item_failure: custom:"
                            + job.handlers().keySet().iterator().next() + ".");
        }
    }

    private static void rate(ErrorPolicy policy, Report report) {
        if (policy.failureThreshold() != null) {
            return;
        }
        var key = policy.confidence() != null
                ? "confidence"
                : policy.minSamples() != ErrorPolicy.DEFAULT_MIN_SAMPLES ? "min_samples" : null;
        if (key != null) {
            report.warn(
                    ProblemCode.NO_EFFECT,
                    Blocks.ofItems(report, key),
                    "\"" + key + "\" has no effect without a failure_threshold",
                    "Add failure_threshold: 0.2, say.");
        }
    }
}

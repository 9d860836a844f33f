package dev.prodigy.lang.lint;

import dev.prodigy.model.delay.RetrySchedule;
import dev.prodigy.model.policy.Backoff;
import dev.prodigy.model.policy.Jitter;
import dev.prodigy.model.policy.RetryPolicy;
import dev.prodigy.model.source.Problem;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.workflow.Workflow;

/// INVALID_VALUE: decorrelated jitter beside a backoff that is not exponential, one of the two inherited (spec 02
/// §3.4). A block that pairs them by itself is refused when it is read.
final class UnfitJitter implements Check {

    @Override
    public void check(Workflow workflow, Report report) {
        for (var step : report.steps()) {
            var retry = step.options().resilience().retry();
            if (retry != null && isUnfit(retry)) {
                refuse(retry, Blocks.jitterOf(step, report), report);
            }
        }
        if (workflow instanceof Workflow.MapReduce job
                && isUnfit(job.header().errorPolicy().itemRetry())) {
            refuse(job.header().errorPolicy().itemRetry(), Blocks.jitterOfItems(report), report);
        }
    }

    private static boolean isUnfit(RetryPolicy retry) {
        return retry.attempts() > 1
                && retry.jitter().kind() == Jitter.Kind.DECORRELATED
                && !(retry.backoff() instanceof Backoff.Exponential);
    }

    private static void refuse(RetryPolicy retry, Report.Spot at, Report report) {
        var strategy = RetrySchedule.of(retry).strategy();
        var message = "decorrelated jitter needs exponential backoff, not " + strategy;
        report.add(Problem.error(ProblemCode.INVALID_VALUE, message, at.span(), at.path()));
    }
}

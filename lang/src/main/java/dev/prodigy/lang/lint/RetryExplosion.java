package dev.prodigy.lang.lint;

import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.step.FailureReaction;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.workflow.Workflow;
import java.util.List;

/// RETRY_EXPLOSION: layers of retries that multiply to more than 20 executions of one step (spec 02 §1).
final class RetryExplosion implements Check {
    private static final long MOST = 20;

    @Override
    public void check(Workflow workflow, Report report) {
        var steps = report.steps();
        long ofItem = workflow instanceof Workflow.MapReduce job
                ? job.header().errorPolicy().itemRetry().attempts()
                : 1;
        for (var step : steps) {
            long own = attempts(step);
            long inItem = step.path().startsWith("map.agent_template") ? ofItem : 1;
            long product = own * around(step, steps) * inItem;
            // who says nothing about retries is not the one to change
            if (product > MOST && own > 1) {
                report.warn(
                        ProblemCode.RETRY_EXPLOSION,
                        Blocks.retryOf(step, report),
                        "its layers of retries multiply to " + product + " executions",
                        "Retry in one layer: the step, its handler, or the whole item.");
            }
        }
    }

    /// @return executions of a step for each of the lists it stands in
    private static long attempts(Step step) {
        var retry = step.options().resilience().retry();
        long cycles = step.reactions().onFailure() instanceof FailureReaction.Handle handle
                        && handle.strategy() == FailureReaction.Strategy.RECOVERY
                ? handle.maxAttempts()
                : 1;
        return cycles * (retry == null ? 1 : retry.attempts());
    }

    private static long around(Step step, List<Step> steps) {
        long product = 1;
        for (var outer : steps) {
            boolean holds = outer.kind() instanceof StepKind.Foreach || outer.kind() instanceof StepKind.Inline;
            if (holds && step.path().startsWith(outer.path() + ".")) {
                product *= attempts(outer);
            }
        }
        return product;
    }
}

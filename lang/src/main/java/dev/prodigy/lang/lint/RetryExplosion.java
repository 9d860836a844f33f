package dev.prodigy.lang.lint;

import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.step.FailureReaction;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.workflow.Workflow;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// RETRY_EXPLOSION: layers of retries that multiply to more than 20 executions of one step (spec 02 §1).
final class RetryExplosion implements Check {
    private static final long MOST = 20;

    /// Multiplied further it would not fit a number any more.
    private static final long ENDLESS = 1L << 30;

    @Override
    public void check(Workflow workflow, Report report) {
        var steps = report.steps();
        var lists = ofLists(steps);
        long ofItem = workflow instanceof Workflow.MapReduce job
                ? job.header().errorPolicy().itemRetry().attempts()
                : 1;
        for (var step : steps) {
            long own = attempts(step);
            long inItem = step.path().startsWith("map.agent_template") ? ofItem : 1;
            // who says nothing about retries is not the one to change
            long product = own == 1 ? 1 : own * around(step.path(), lists) * inItem;
            if (product > MOST) {
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

    /// @return path of each step that holds a list → executions of that list
    private static Map<String, Long> ofLists(List<Step> steps) {
        var found = new HashMap<String, Long>();
        for (var step : steps) {
            if (step.kind() instanceof StepKind.Foreach || step.kind() instanceof StepKind.Inline) {
                found.put(step.path(), attempts(step));
            }
        }
        return found;
    }

    private static long around(String path, Map<String, Long> lists) {
        long product = 1;
        for (int dot = path.indexOf('.'); dot >= 0 && product < ENDLESS; dot = path.indexOf('.', dot + 1)) {
            product *= lists.getOrDefault(path.substring(0, dot), 1L);
        }
        return Math.min(product, ENDLESS);
    }
}

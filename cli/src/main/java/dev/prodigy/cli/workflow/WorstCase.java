package dev.prodigy.cli.workflow;

import dev.prodigy.cli.output.Counted;
import dev.prodigy.lang.decode.Durations;
import dev.prodigy.lang.decode.Unforeseen;
import dev.prodigy.model.delay.RetrySchedule;
import dev.prodigy.model.policy.RetryPolicy;
import dev.prodigy.model.step.AfterRetries;
import dev.prodigy.model.step.FailureReaction;
import dev.prodigy.model.step.ForeachInput;
import dev.prodigy.model.step.OpenSettings.Figure;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.step.Validation;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.AllSteps;
import dev.prodigy.model.workflow.PhaseSteps;
import dev.prodigy.model.workflow.Workflow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How often commands run and how long the waits between attempts are when everything fails as late as it
/// can: the product of all layers (spec 05 §2.3, `worst_case`). Of a map phase one item is counted; of a loop
/// the rounds that its list or its `max_items` gives, and one where only the run knows how many there are.
///
/// @param attempts executions of commands
/// @param waitMs milliseconds between them, without jitter
public record WorstCase(long attempts, long waitMs) {
    private static final WorstCase NOTHING = new WorstCase(0, 0);
    private static final WorstCase ONCE = new WorstCase(1, 0);

    /// @return that of a whole workflow, or null where it depends on what is known only when a step starts
    public static @Nullable WorstCase of(Workflow workflow) {
        return unknown(workflow) == null ? known(workflow) : null;
    }

    /// @return what the worst case depends on that is known only when a step starts, or null
    public static @Nullable String unknown(Workflow workflow) {
        var unforeseen = Unforeseen.in(workflow);
        return AllSteps.of(workflow).stream()
                .flatMap(step -> unforeseen.of(step, Figure.WORST_CASE).stream()
                        .map(setting -> "`" + setting.text() + "` of " + step.path()))
                .findFirst()
                .orElse(null);
    }

    /// @return the figures for people
    public static String told(Workflow workflow) {
        var worst = of(workflow);
        return worst == null
                ? "not known: " + unknown(workflow) + " is known only when the step starts"
                : Counted.of(worst.attempts(), "execution") + " and "
                        + Durations.format(Duration.ofMillis(worst.waitMs())) + " of waits between them"
                        + told(onceCounted(workflow));
    }

    private static String told(List<String> once) {
        return once.isEmpty() ? "" : ", with " + String.join(" and ", once);
    }

    /// @return what is counted once because only the run knows how often it comes
    private static List<String> onceCounted(Workflow workflow) {
        var once = new ArrayList<String>();
        if (workflow instanceof Workflow.MapReduce) {
            once.add("one item");
        }
        if (AllSteps.of(workflow).stream()
                .anyMatch(step -> step.kind() instanceof StepKind.Foreach loop && rounds(loop) == null)) {
            once.add("one round of each loop of unknown length");
        }
        return once;
    }

    private static WorstCase known(Workflow workflow) {
        var header = workflow.header();
        var steps = switch (workflow) {
            case Workflow.Standard standard -> of(standard.commands());
            case Workflow.MapReduce mapReduce ->
                of(mapReduce.setup())
                        .plus(of(mapReduce.map().agentTemplate())
                                .retried(header.errorPolicy().itemRetry()))
                        .plus(of(mapReduce.reduce()));
        };
        return of(header.workflowsBeforeSteps())
                .plus(steps)
                .plus(of(header.merge().phase()));
    }

    /// @return the JSON object; null where it is not known
    public static Value.@Nullable Fields toValue(Workflow workflow) {
        var worst = of(workflow);
        return worst == null
                ? null
                : new FieldsWriter()
                        .put("attempts", worst.attempts())
                        .put("wait_ms", worst.waitMs())
                        .done();
    }

    private static WorstCase of(@Nullable PhaseSteps phase) {
        return phase == null ? NOTHING : of(phase.steps());
    }

    private static WorstCase of(List<Step> steps) {
        return steps.stream().map(WorstCase::of).reduce(NOTHING, WorstCase::plus);
    }

    private static WorstCase of(Step step) {
        var resilience = step.options().resilience();
        var cycle = kind(step.kind()).retried(resilience.retry()).plus(of(resilience.afterRetries()));
        var reactions = step.reactions();
        var handled = reactions.onExitCode().values().stream()
                .map(reaction -> handled(cycle, reaction))
                .reduce(handled(cycle, reactions.onFailure()), WorstCase::worse);
        var validated = reactions.validation() == null ? NOTHING : of(reactions.validation());
        return handled.plus(validated).plus(of(reactions.onSuccess()));
    }

    private static WorstCase kind(StepKind kind) {
        return switch (kind) {
            case StepKind.Shell _, StepKind.Agent _, StepKind.WriteFile _, StepKind.SubWorkflow _ -> ONCE;
            case StepKind.Removed _ -> NOTHING;
            case StepKind.Inline inline -> of(inline.body());
            case StepKind.Validate validate -> of(validate.validation());
            case StepKind.Foreach foreach -> {
                var rounds = rounds(foreach);
                yield of(foreach.body()).times(rounds == null ? 1 : rounds);
            }
        };
    }

    /// @return how many rounds there are at most, or null where only the run knows
    private static @Nullable Integer rounds(StepKind.Foreach foreach) {
        var most = foreach.maxItems();
        return switch (foreach.input()) {
            case ForeachInput.Listed(var elements) ->
                Integer.valueOf(most == null ? elements.size() : Math.min(most, elements.size()));
            case ForeachInput.Placed _, ForeachInput.Printed _ -> most;
        };
    }

    private static WorstCase of(Validation validation) {
        var checks = of(validation.commands());
        var onIncomplete = validation.onIncomplete();
        return onIncomplete == null
                ? checks
                : checks.plus(checks.plus(of(onIncomplete.steps())).times(onIncomplete.maxAttempts()));
    }

    private static WorstCase of(AfterRetries after) {
        return after instanceof AfterRetries.Fallback(var step) ? of(step) : NOTHING;
    }

    private static WorstCase handled(WorstCase cycle, @Nullable FailureReaction reaction) {
        return switch (reaction) {
            case FailureReaction.Handle handle
            when handle.strategy() == FailureReaction.Strategy.RECOVERY ->
                cycle.times(handle.maxAttempts()).plus(of(handle.steps()).times(Math.max(1, handle.maxAttempts() - 1)));
            case FailureReaction.Handle handle -> cycle.plus(of(handle.steps()));
            case FailureReaction.After(var after) -> cycle.plus(of(after));
            case FailureReaction.Tolerate _, FailureReaction.Ignore _ -> cycle;
            case null -> cycle;
        };
    }

    private WorstCase retried(@Nullable RetryPolicy policy) {
        return policy == null
                ? this
                : times(policy.attempts())
                        .plus(new WorstCase(0, RetrySchedule.of(policy).maxWaitMs()));
    }

    private WorstCase plus(WorstCase other) {
        return new WorstCase(sum(attempts, other.attempts), sum(waitMs, other.waitMs));
    }

    private WorstCase times(long factor) {
        return new WorstCase(product(attempts, factor), product(waitMs, factor));
    }

    private WorstCase worse(WorstCase other) {
        return new WorstCase(Math.max(attempts, other.attempts), Math.max(waitMs, other.waitMs));
    }

    /// Layers multiply without bound; beyond 64 bits the largest number stands for all larger ones.
    private static long product(long a, long b) {
        return Math.multiplyHigh(a, b) == 0 && a * b >= 0 ? a * b : Long.MAX_VALUE;
    }

    private static long sum(long a, long b) {
        return a + b >= 0 ? a + b : Long.MAX_VALUE;
    }
}

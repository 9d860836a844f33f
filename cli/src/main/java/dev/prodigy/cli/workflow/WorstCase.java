package dev.prodigy.cli.workflow;

import dev.prodigy.cli.output.Counted;
import dev.prodigy.lang.decode.Durations;
import dev.prodigy.lang.decode.Unforeseen;
import dev.prodigy.model.delay.RetrySchedule;
import dev.prodigy.model.policy.RetryPolicy;
import dev.prodigy.model.step.OpenSettings.Figure;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.AllSteps;
import dev.prodigy.model.workflow.Workflow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// How often commands run and how long the waits between attempts are when everything fails as late as it
/// can: the product of all layers (spec 05 §2.1, §2.3, `worst_case`). Of a map phase the items that are ahead are
/// counted, of a standard workflow the passes, of a loop the rounds that its list or its `max_items` gives; one where
/// only the run knows how many there
/// are.
///
/// @param attempts executions of commands
/// @param waitMs milliseconds between them, without jitter
public record WorstCase(long attempts, long waitMs) {
    static final WorstCase NOTHING = new WorstCase(0, 0);
    static final WorstCase ONCE = new WorstCase(1, 0);

    /// @return that of what is ahead, or null where it depends on what is known only when a step starts
    private static @Nullable WorstCase of(Workflow workflow, RemainingWork ahead) {
        return unknown(workflow, ahead) == null ? known(workflow, ahead) : null;
    }

    /// @return what the worst case depends on that is known only when a step starts, or null
    private static @Nullable String unknown(Workflow workflow, RemainingWork ahead) {
        var unforeseen = Unforeseen.in(workflow);
        return steps(workflow, ahead)
                .flatMap(step -> unforeseen.of(step, Figure.WORST_CASE).stream()
                        .map(setting -> "`" + setting.text() + "` of " + step.path()))
                .findFirst()
                .orElse(null);
    }

    private static Stream<Step> steps(Workflow workflow, RemainingWork ahead) {
        return AllSteps.of(workflow).stream().filter(step -> !ahead.skipped().contains(step.path()));
    }

    /// @return the figures for people
    public static String told(Workflow workflow, RemainingWork ahead) {
        var worst = of(workflow, ahead);
        return worst == null
                ? "not known: " + unknown(workflow, ahead) + " is known only when the step starts"
                : Counted.of(worst.attempts(), "execution") + " and "
                        + Durations.format(Duration.ofMillis(worst.waitMs())) + " of waits between them"
                        + told(onceCounted(workflow, ahead));
    }

    private static String told(List<String> once) {
        return once.isEmpty() ? "" : ", with " + String.join(" and ", once);
    }

    /// @return what is counted once because only the run knows how often it comes
    private static List<String> onceCounted(Workflow workflow, RemainingWork ahead) {
        var once = new ArrayList<String>();
        if (workflow instanceof Workflow.MapReduce && ahead.items() == null) {
            once.add("one item");
        }
        if (steps(workflow, ahead)
                .anyMatch(step -> step.kind() instanceof StepKind.Foreach loop && StepsAtWorst.rounds(loop) == null)) {
            once.add("one round of each loop of unknown length");
        }
        return once;
    }

    private static WorstCase known(Workflow workflow, RemainingWork ahead) {
        var header = workflow.header();
        var at = new StepsAtWorst(ahead.skipped());
        var entries = at.of(header.workflowsBeforeSteps());
        var steps = switch (workflow) {
            case Workflow.Standard standard ->
                entries.plus(at.of(standard.commands())).times(ahead.passes());
            case Workflow.MapReduce mapReduce ->
                entries.plus(at.of(mapReduce.setup()))
                        .plus(ofItems(
                                at.of(mapReduce.map().agentTemplate()),
                                header.errorPolicy().itemRetry(),
                                ahead.items()))
                        .plus(at.of(mapReduce.reduce()));
        };
        return steps.plus(at.of(header.merge().phase()));
    }

    private static WorstCase ofItems(WorstCase attempt, RetryPolicy policy, @Nullable Map<Integer, Long> items) {
        return items == null
                ? attempt.retried(policy)
                : items.entrySet().stream()
                        .map(entry -> attempt.retried(policy.withAttempts(entry.getKey()))
                                .times(entry.getValue()))
                        .reduce(NOTHING, WorstCase::plus);
    }

    /// @return the JSON object; null where it is not known
    public static Value.@Nullable Fields toValue(Workflow workflow, RemainingWork ahead) {
        var worst = of(workflow, ahead);
        return worst == null
                ? null
                : new FieldsWriter()
                        .put("attempts", worst.attempts())
                        .put("wait_ms", worst.waitMs())
                        .done();
    }

    WorstCase retried(@Nullable RetryPolicy policy) {
        return policy == null
                ? this
                : times(policy.attempts())
                        .plus(new WorstCase(0, RetrySchedule.of(policy).maxWaitMs()));
    }

    WorstCase plus(WorstCase other) {
        return new WorstCase(sum(attempts, other.attempts), sum(waitMs, other.waitMs));
    }

    WorstCase times(long factor) {
        return new WorstCase(product(attempts, factor), product(waitMs, factor));
    }

    WorstCase worse(WorstCase other) {
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

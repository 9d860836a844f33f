package dev.prodigy.lang.lint;

import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.workflow.AllSteps;
import dev.prodigy.model.workflow.Workflow;
import java.util.Set;
import java.util.stream.Stream;

/// POLICY_CONFLICT: rounds of a `foreach` that run side by side in one working tree and must or may commit: what one
/// round commits counts for another, and auto_commit takes what another is just writing (spec 03 §1 refuses the same of
/// items).
final class SharedRounds implements Check {
    private static final String PARALLEL = "parallel";
    private static final Set<String> PLACES = Set.of(PARALLEL, "foreach.parallel");

    @Override
    public void check(Workflow workflow, Report report) {
        for (var step : report.steps()) {
            if (step.kind() instanceof StepKind.Foreach loop && isParallel(step, loop) && commits(loop)) {
                report.warn(
                        ProblemCode.POLICY_CONFLICT,
                        spot(step, report),
                        "rounds that run side by side share one working tree: what one commits counts for another",
                        "Write parallel: false, or make them items of a map, each of which has a worktree of its own.");
            }
        }
    }

    /// A placeholder may come to any number.
    private static boolean isParallel(Step step, StepKind.Foreach loop) {
        return loop.parallel() > 1
                || (step.open() != null
                        && step.open().settings().stream().anyMatch(each -> PLACES.contains(each.path())));
    }

    private static boolean commits(StepKind.Foreach loop) {
        return loop.body().stream()
                .flatMap(step -> Stream.concat(Stream.of(step), AllSteps.inside(step).stream()))
                .map(step -> step.options().commits())
                .anyMatch(commits -> commits.required() || commits.auto());
    }

    private static Report.Spot spot(Step step, Report report) {
        var loop = report.entry(step.span(), "foreach");
        var nested = loop != null && loop.value() instanceof Node.Mapping map ? map.span() : step.span();
        return report.key(nested, PARALLEL);
    }
}

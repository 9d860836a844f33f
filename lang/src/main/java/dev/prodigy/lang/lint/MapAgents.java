package dev.prodigy.lang.lint;

import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.text.Setting;
import dev.prodigy.model.workflow.Workflow;

/// UNBOUNDED_AGENTS, NO_BUDGET: how many agents a map phase lets work, and spend, at once.
final class MapAgents implements Check {
    private static final int MANY = 20;

    @Override
    public void check(Workflow workflow, Report report) {
        if (!(workflow instanceof Workflow.MapReduce job) || !asksAgents(report)) {
            return;
        }
        var map = Report.entry(report.root(), "map");
        if (map == null) {
            return;
        }
        var parallel = job.map().maxParallel();
        if (parallel == null) {
            report.warn(
                    ProblemCode.UNBOUNDED_AGENTS,
                    report.keyOf("map"),
                    "nothing says how many agents may work at once; it would be 10",
                    "Write max_parallel in map.");
        } else if (parallel instanceof Setting.Fixed<Integer>(var agents) && agents > MANY) {
            report.warn(
                    ProblemCode.NO_BUDGET,
                    report.value(map.value().span(), "max_parallel"),
                    agents + " agents at once, and no limit to what they spend",
                    "Let at most " + MANY + " work at once, and try a canary of a few items first.");
        }
    }

    private static boolean asksAgents(Report report) {
        return report.steps().stream()
                .anyMatch(step ->
                        step.kind() instanceof StepKind.Agent && step.path().startsWith("map."));
    }
}

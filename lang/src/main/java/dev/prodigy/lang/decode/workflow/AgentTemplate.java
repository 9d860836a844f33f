package dev.prodigy.lang.decode.workflow;

import dev.prodigy.lang.decode.KeySet;
import dev.prodigy.lang.decode.Place;
import dev.prodigy.model.source.Problem;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.StepKind;
import java.util.List;

/// `map.agent_template`: a list of steps, one step, or `{commands}` (spec 03 §1).
final class AgentTemplate {
    static final Phase<List<Step>> STEPS = Phase.of("agent_template", KeySet.of(), (steps, _) -> steps);

    private AgentTemplate() {}

    /// Reports steps whose commits could not be told from those of other items.
    static void refuseCommits(List<Step> steps, Place place) {
        for (var step : steps) {
            if (step.options().commits().required() || step.options().commits().auto()) {
                var message = "commits of items that share a directory cannot be told apart";
                place.report(Problem.error(ProblemCode.CONFLICTING_KEYS, message, step.span(), step.path())
                        .hinting("Use isolation: worktree, or max_parallel: 1."));
            }
            switch (step.kind()) {
                case StepKind.Foreach foreach -> refuseCommits(foreach.body(), place);
                case StepKind.Inline inline -> refuseCommits(inline.body(), place);
                case StepKind.Shell _,
                        StepKind.Agent _,
                        StepKind.WriteFile _,
                        StepKind.Validate _,
                        StepKind.SubWorkflow _,
                        StepKind.Removed _ -> {}
            }
        }
    }
}

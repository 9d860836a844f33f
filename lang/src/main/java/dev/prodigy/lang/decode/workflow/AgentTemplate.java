package dev.prodigy.lang.decode.workflow;

import dev.prodigy.lang.decode.KeySet;
import dev.prodigy.lang.decode.Place;
import dev.prodigy.model.source.Problem;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.step.Step;
import java.util.List;

/// `map.agent_template`: a list of steps, one step, or `{commands}` (spec 03 §1).
final class AgentTemplate {
    static final Phase<List<Step>> STEPS = Phase.of("agent_template", KeySet.of(), (steps, _) -> steps);

    private AgentTemplate() {}

    /// Reports a step whose commits could not be told from those of other items.
    static void refuseCommits(Step step, Place place) {
        var message = "commits of items that share a directory cannot be told apart";
        place.report(Problem.error(ProblemCode.CONFLICTING_KEYS, message, step.span(), step.path())
                .hinting("Use isolation: worktree, or max_parallel: 1."));
    }
}

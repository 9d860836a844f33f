package dev.prodigy.engine.run;

import dev.prodigy.engine.item.MapRules;
import dev.prodigy.model.workflow.PhaseSteps.When;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a run has to do and which rules hold while it does: the workflow and the command line as the decisions see
/// them.
///
/// @param stages in order
/// @param map the rules of the map stage, or null where there is none
/// @param reduceWhen after which ends of the map stage reduce runs
/// @param mergeWhen after which ends of the work the merge is offered
/// @param failFast no further pass after one that failed
/// @param allowFailures failed items do not spoil the exit code
public record Plan(
        List<Stage> stages,
        @Nullable MapRules map,
        When reduceWhen,
        When mergeWhen,
        boolean failFast,
        boolean allowFailures) {
    public Plan {
        stages = List.copyOf(stages);
    }
}

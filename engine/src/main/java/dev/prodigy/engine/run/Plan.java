package dev.prodigy.engine.run;

import dev.prodigy.engine.item.MapRules;
import dev.prodigy.model.workflow.PhaseSteps.When;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a run has to do and which rules hold while it does: the workflow and the command line as the
/// decisions see them.
///
/// @param stages in order
/// @param map the rules of the map stage, or null where there is none
/// @param timeout the run's own deadline, on the run clock from each start or resume; null: none
/// @param allowFailures failed items do not spoil the exit code
/// @param policy what holds for the steps wherever they stand
public record Plan(
        List<Stage> stages,
        @Nullable MapRules map,
        Conditions conditions,
        Passing passing,
        @Nullable Duration timeout,
        boolean allowFailures,
        RunPolicy policy) {
    public Plan {
        stages = List.copyOf(stages);
    }

    /// When the later stages run (spec 03 §1).
    ///
    /// @param reduce after which ends of the map stage reduce runs
    /// @param merge after which ends of the work the merge is offered
    public record Conditions(When reduce, When merge) {}

    /// How the passes of a standard workflow follow one another (spec 05 §2.1).
    ///
    /// @param failFast no further pass after one that failed
    /// @param untilUnchanged no further iteration after one that made no commit
    public record Passing(boolean failFast, boolean untilUnchanged) {}
}

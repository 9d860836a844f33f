package dev.prodigy.engine.run;

import dev.prodigy.engine.item.MapRules;
import dev.prodigy.model.workflow.PhaseSteps.When;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a run has to do and which rules hold while it does: the workflow and the command line as the
/// decisions see them.
///
/// @param prepares whether commands of the environment run before the first step, each time the run is taken up
/// @param stages in order
/// @param map the rules of the map stage, or null where there is none
/// @param allowFailures failed items do not spoil the exit code
/// @param policy what holds for the steps wherever they stand
public record Plan(
        boolean prepares,
        List<Stage> stages,
        @Nullable MapRules map,
        Conditions conditions,
        Passing passing,
        Limits limits,
        boolean allowFailures,
        RunPolicy policy) {
    public Plan {
        stages = List.copyOf(stages);
    }

    /// How long the run may take, on the run clock from each start or resume (spec 02 §10).
    ///
    /// @param own the run's own deadline; null: none
    /// @param call what is left to the step that called this run, which is not charged what the run waits for
    ///     admission; null: no limit, or no caller. The caller ends the run then; nothing waits beyond that
    /// @param caller what the calling run says when this one begins, and may say anew
    public record Limits(@Nullable Duration own, @Nullable Duration call, CallersWord caller) {
        /// No limits.
        public static final Limits NONE = new Limits(null, null, CallersWord.FREE);
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

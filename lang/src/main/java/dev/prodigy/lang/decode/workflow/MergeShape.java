package dev.prodigy.lang.decode.workflow;

import dev.prodigy.lang.decode.Entries;
import dev.prodigy.lang.decode.Key;
import dev.prodigy.lang.decode.KeySet;
import dev.prodigy.lang.decode.Section;
import dev.prodigy.lang.decode.Words;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.workflow.MergePhase;
import dev.prodigy.model.workflow.OnConflict;
import dev.prodigy.model.workflow.PhaseSteps;
import dev.prodigy.model.workflow.PhaseSteps.When;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `merge` (spec 03 §11).
final class MergeShape {
    private enum Finish {
        MERGE,
        KEEP
    }

    private static final Key<When> WHEN = Key.of(
                    "when",
                    Words.of(
                            "when",
                            List.of(When.ENDED, When.COMPLETE),
                            when -> when == When.ENDED ? "ended" : "complete"),
                    "After which ends of the map phase the merge is offered.")
            .byDefault("ended");
    private static final Key<Finish> FINISH = Key.of(
                    "finish", Words.of("finish", Finish.class), "keep: the branch stays as it is.")
            .byDefault("merge");
    private static final Key<OnConflict> ON_CONFLICT =
            Key.of("on_conflict", new Section<>("merge", OnConflictShape.OF_MERGE), "Steps that resolve a conflict.");

    /// A merge without steps.
    static final MergePhase PLAIN =
            new MergePhase(new PhaseSteps(List.of(), null, When.ENDED), false, new OnConflict.Fail());

    static final Phase<MergePhase> MERGE = Phase.of(
                    "merge", KeySet.of(Phase.TIMEOUT, WHEN, FINISH, ON_CONFLICT), MergeShape::phase)
            .possiblyEmpty();

    private MergeShape() {}

    private static MergePhase phase(List<Step> steps, @Nullable Entries settings) {
        if (settings == null) {
            return new MergePhase(new PhaseSteps(steps, null, When.ENDED), false, new OnConflict.Fail());
        }
        var phase = new PhaseSteps(steps, settings.get(Phase.TIMEOUT), settings.get(WHEN, When.ENDED));
        boolean keep = settings.get(FINISH, Finish.MERGE) == Finish.KEEP;
        return new MergePhase(phase, keep, settings.get(ON_CONFLICT, new OnConflict.Fail()));
    }
}

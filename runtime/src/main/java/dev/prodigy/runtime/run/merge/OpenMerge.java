package dev.prodigy.runtime.run.merge;

import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.WorktreeEvent;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.merge.MergeProcesses;
import dev.prodigy.runtime.git.merge.MergeRecovery;
import dev.prodigy.runtime.git.merge.MergeTurn;
import dev.prodigy.runtime.git.merge.TargetMerge;
import dev.prodigy.runtime.git.merge.TargetMergeIntent;
import dev.prodigy.runtime.git.salvage.Worksite;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.run.replay.LateEvents;
import dev.prodigy.runtime.run.request.RunRefused;

/// A merge into the user's branch that an earlier process began, and whose end it did not see (spec 03 §14). It is
/// settled before anything else is done with the run: made, or taken back.
public final class OpenMerge {
    private static final Context CONTEXT = Context.phase("merge");

    private final RunRef ref;
    private final Worksite site;
    private final MergeTurn turn;
    private final MergeProcesses processes;

    /// @param turn the merges into the repository, one after the other
    public OpenMerge(RunRef ref, Worksite site, MergeTurn turn, MergeProcesses processes) {
        this.ref = ref;
        this.site = site;
        this.turn = turn;
        this.processes = processes;
    }

    /// Settles it, where there is one.
    ///
    /// @throws RunRefused when its remains cannot be told from changes of the user's
    public void settle(LateEvents events) {
        var open = events.state().branch().openMerge();
        if (open == null) {
            return;
        }
        var commit = open.mergeCommit();
        var intent = new TargetMergeIntent(
                new ObjectId(open.head()),
                open.target(),
                new ObjectId(open.targetCommit()),
                commit == null ? null : new ObjectId(commit));
        var merge = new TargetMerge(site, turn, ref.run().text(), open.target());
        switch (merge.recover(intent, processes)) {
            case MergeRecovery.Made(var made) ->
                events.add(CONTEXT, new WorktreeEvent.MergeCompleted(made.hex(), open.target()));
            case MergeRecovery.Undone _ -> events.add(CONTEXT, new WorktreeEvent.MergeSkipped("interrupted"));
            case MergeRecovery.Entangled(var tangle, var checkout) ->
                throw new RunRefused(
                        "merge_unfinished",
                        1,
                        "an earlier merge of " + ref.run() + " into " + open.target() + " was cut off in " + checkout
                                + ", and what it left there cannot be told from changes that are not of this run: "
                                + tangle.reason(),
                        tangle.remedy() + "; then repeat the command");
        }
    }
}

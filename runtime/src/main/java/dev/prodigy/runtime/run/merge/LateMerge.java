package dev.prodigy.runtime.run.merge;

import dev.prodigy.engine.run.BranchState;
import dev.prodigy.engine.run.Fold;
import dev.prodigy.engine.run.MergeResult;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.engine.run.StageState;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.EndEvent;
import dev.prodigy.model.event.PhaseEvent;
import dev.prodigy.model.event.WorktreeEvent;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.event.EventCodec;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.RefNames;
import dev.prodigy.runtime.git.merge.MergeObstacle;
import dev.prodigy.runtime.git.merge.MergeTurn;
import dev.prodigy.runtime.git.merge.TargetMerge;
import dev.prodigy.runtime.git.merge.TargetMergeIntent;
import dev.prodigy.runtime.git.merge.TargetMergeResult;
import dev.prodigy.runtime.git.salvage.Worksite;
import dev.prodigy.runtime.home.LocalDisk;
import dev.prodigy.runtime.home.Owner;
import dev.prodigy.runtime.home.OwnerLock;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.home.StorageFailure;
import dev.prodigy.runtime.item.ItemStore;
import dev.prodigy.runtime.journal.JournalReader;
import dev.prodigy.runtime.journal.JournalWriter;
import dev.prodigy.runtime.journal.WorkflowRecord;
import dev.prodigy.runtime.process.ProcessRunner;
import dev.prodigy.runtime.process.SystemTimers;
import dev.prodigy.runtime.run.replay.CutOffMerges;
import dev.prodigy.runtime.run.replay.JournalFold;
import dev.prodigy.runtime.run.replay.LateEvents;
import dev.prodigy.runtime.run.request.RunRefused;
import dev.prodigy.runtime.run.request.RunRequest;
import dev.prodigy.runtime.view.RunRecord;
import dev.prodigy.runtime.view.SessionFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Merges the commits of a run that has ended into its target (spec 03 §11, 05 §2.8): the command is
/// the consent. The run itself does not go on.
public final class LateMerge {
    private static final Context CONTEXT = Context.phase("merge");

    private final RunRequest.Host host;
    private final InstantSource clock;
    private final RunRef ref;
    private final Worksite site;
    private final Consumer<String> waiting;

    /// @param site the repository of the run
    /// @param waiting hears whose merge this one waits for, when that takes a while
    public LateMerge(RunRequest.Host host, InstantSource clock, RunRef ref, Worksite site, Consumer<String> waiting) {
        this.host = host;
        this.clock = clock;
        this.ref = ref;
        this.site = site;
        this.waiting = waiting;
    }

    /// What came of it.
    public sealed interface Outcome {
        /// The target has all commits.
        ///
        /// @param isOld whether an earlier merge had brought them
        record Merged(String target, String commit, boolean isOld) implements Outcome {}

        /// The run has not committed anything.
        record Nothing() implements Outcome {}

        /// The target is as it was.
        ///
        /// @param code such as `MERGE_CONFLICT`
        /// @param hint the next command to type, or null
        record Refused(String code, String reason, @Nullable String hint) implements Outcome {
            /// Once the reason is gone the command can be given again.
            public static Refused forNow(String code, String reason, RunRef run) {
                var again = "prodigy worktree merge " + run.run().text();
                var first = MergeObstacle.wayOut(reason);
                return new Refused(code, reason, first == null ? again : first + ", then " + again);
            }
        }

        /// The machine did not let it come to its end.
        ///
        /// @param target what has all commits now; null where the journal does not tell that
        /// @param code such as `file_limit`
        /// @param reason with the path
        /// @param hint what has to be done about the machine, and the next command to type
        record Faulted(@Nullable String target, String code, String reason, String hint) implements Outcome {}

        /// Nothing was done: the workflow has steps for its merge, which have not seen these commits.
        record StepsFirst() implements Outcome {}
    }

    /// @return what came of it
    /// @throws RunRefused `run_busy`
    public Outcome make() {
        var file = host.home().runLock(ref.repo(), ref.run());
        var attempt = OwnerLock.tryTake(file, Owner.thisProcess(clock.instant()));
        if (!(attempt instanceof OwnerLock.Attempt.Taken(var lock))) {
            throw RunRefused.busy(ref, ((OwnerLock.Attempt.Busy) attempt).owner());
        }
        var folder = host.home().events(ref.repo(), ref.run());
        try (lock;
                var reader = JournalReader.openWhole(folder)) {
            var state = JournalFold.read(reader, folder);
            Fold.ownerGone(state);
            JournalFold.requireUsable(reader, state);
            ItemStore.check(folder, state.loaded());
            var started = state.started();
            var target = started == null ? null : started.target();
            var branch = site.repository()
                    .refs()
                    .find(RefNames.sessionBranch(ref.run().text()));
            if (target == null) {
                return new Outcome.Refused("MERGE_REFUSED", "the run has no target branch", byHand());
            }
            var held = state.branch().acknowledged();
            if (branch.isPresent() && held != null && !leadsOn(held, branch.get())) {
                return new Outcome.Refused(
                        "HISTORY_REWRITTEN",
                        rewritten(held),
                        "prodigy resume " + ref.run().text());
            }
            var found = branch.or(() -> recorded(state.branch(), target));
            if (found.isEmpty()) {
                return withoutBranch(state.branch());
            }
            var tip = found.get();
            if (!isContained(tip, target) && hasUnrunSteps(state, folder)) {
                return new Outcome.StepsFirst();
            }
            try (var writer = JournalWriter.resume(lock, host.settings().journal(new LocalDisk(), clock), reader)) {
                writer.recovery().ifPresent(entry -> Fold.apply(state, EventCodec.decode(entry)));
                var outcome = merged(new LateEvents(host, clock, ref, state, writer), target, tip);
                new SessionFiles(host.home(), new LocalDisk()).renew(ref, RunRecord.of(ref, state, null));
                return outcome;
            }
        }
    }

    private boolean leadsOn(String held, ObjectId at) {
        return site.repository().objects().isAncestor(new ObjectId(held), at);
    }

    /// A branch that somebody has deleted had what the journal tells (spec 03 §12): they may have merged it before.
    /// What was removed by a command that was to remove it is not merged any more.
    private Optional<ObjectId> recorded(BranchState branch, String target) {
        return Optional.ofNullable(branch.tip())
                .or(() -> Optional.ofNullable(branch.acknowledged()))
                .filter(known -> site.repository().objects().commit(known).isPresent())
                .map(ObjectId::new)
                .filter(tip -> branch.removal() == null || isContained(tip, target));
    }

    private static Outcome withoutBranch(BranchState branch) {
        var saved = branch.removal() == null ? null : branch.removal().ref();
        var merge = saved == null ? null : "git merge " + saved;
        var wayOut = merge == null ? "" : "; its commits are saved: " + merge;
        return new Outcome.Refused("MERGE_REFUSED", "its branch is gone" + wayOut, merge);
    }

    /// What the workflow's own steps are to look at first is not merged past them; a conflict is theirs too.
    private static boolean hasUnrunSteps(RunState state, Path folder) {
        return !state.stage("merge").equals(new StageState.LeftOut(MergeResult.KEPT))
                && WorkflowRecord.read(folder).composed() instanceof Value.Fields workflow
                && workflow.get("merge") instanceof Value.Fields merge
                && (hasSteps(merge.get("commands")) || hasSteps(merge.get("on_conflict")));
    }

    private static boolean hasSteps(@Nullable Value value) {
        return switch (value) {
            case Value.Items(var steps) -> !steps.isEmpty();
            case Value.Fields section -> hasSteps(section.get("commands"));
            case null, default -> false;
        };
    }

    private boolean isContained(ObjectId tip, String target) {
        var there = site.repository().refs().find("refs/heads/" + target);
        return there.isPresent() && leadsOn(tip.hex(), there.get());
    }

    private String byHand() {
        return "git merge "
                + RefNames.shortBranch(RefNames.sessionBranch(ref.run().text()));
    }

    private String rewritten(String held) {
        return "its branch was moved away from " + new ObjectId(held).abbreviated()
                + ", what finished stages and items have come to; prodigy resume " + ref.run() + " goes on from there";
    }

    private Outcome merged(LateEvents events, String target, ObjectId tip) {
        try (var runner = new ProcessRunner(new SystemTimers())) {
            var processes = new MarkedMerge(runner.leftovers(), ref.run().text(), Map.of());
            try (var _ = new LateStop(processes)) {
                new OpenMerge(ref, site, turn(), processes).settle(events);
                return merged(events, processes, target, tip);
            }
        }
    }

    private Outcome merged(LateEvents events, MarkedMerge processes, String target, ObjectId tip) {
        var merge = new TargetMerge(site, turn(), ref.run().text(), target);
        var result = merge.merge(tip, processes, intent -> events.add(CONTEXT, started(intent)));
        if (events.state().branch().openMerge() != null && !(result instanceof TargetMergeResult.Merged)) {
            events.add(CONTEXT, new WorktreeEvent.MergeSkipped("failed"));
        }
        return switch (result) {
            case TargetMergeResult.AlreadyContained(var commit) -> {
                boolean isOld = events.state().branch().merged();
                if (!isOld && hasCommits(events.state(), tip)) {
                    made(events, commit, target);
                }
                yield hasCommits(events.state(), tip)
                        ? new Outcome.Merged(target, commit.hex(), isOld)
                        : new Outcome.Nothing();
            }
            case TargetMergeResult.Merged done -> {
                made(events, done.commit(), target);
                yield new Outcome.Merged(target, done.commit().hex(), false);
            }
            case TargetMergeResult.Conflict conflict -> {
                events.add(CONTEXT, new WorktreeEvent.MergeConflicted(conflict.files(), "none"));
                yield new Outcome.Refused(
                        "MERGE_CONFLICT", conflict.explained(target, ref.run().text(), null), byHand());
            }
            case TargetMergeResult.Refused refused ->
                Outcome.Refused.forNow(
                        "MERGE_REFUSED",
                        new CutOffMerges(host.home(), ref.repo())
                                .explained(refused, ref.run(), site.repository(), target),
                        ref);
            case TargetMergeResult.Failed failed -> Outcome.Refused.forNow("GIT_ERROR", failed.explained(target), ref);
            case TargetMergeResult.Interrupted _ -> Outcome.Refused.forNow("CANCELLED", "interrupted", ref);
        };
    }

    /// Of a run that is over it is the last phase; one that goes on has its own.
    private static void made(LateEvents events, ObjectId commit, String target) {
        boolean isOver = events.state().terminal() instanceof EndEvent.Completed;
        events.add(CONTEXT, new WorktreeEvent.MergeCompleted(commit.hex(), target));
        if (isOver) {
            events.add(CONTEXT, new PhaseEvent.PhaseCompleted("merge", 0, null, null, null, null));
        }
    }

    private static boolean hasCommits(RunState state, ObjectId tip) {
        var started = state.started();
        return started != null && !tip.hex().equals(started.baseCommit());
    }

    private MergeTurn turn() {
        var self = Owner.thisProcess(clock.instant()).forRun(ref.run().text());
        return new MergeTurn(mergeLock(), self, waiting);
    }

    private Path mergeLock() {
        var folder = host.home().locks().resolve(ref.repo());
        try {
            new LocalDisk().createFolders(folder);
        } catch (IOException e) {
            throw StorageFailure.of("create", folder, e);
        }
        return folder.resolve("merge.lock");
    }

    private static WorktreeEvent started(TargetMergeIntent intent) {
        var commit = intent.mergeCommit();
        return new WorktreeEvent.MergeStarted(
                intent.head().hex(),
                intent.target(),
                intent.targetCommit().hex(),
                commit == null ? null : commit.hex(),
                null);
    }
}

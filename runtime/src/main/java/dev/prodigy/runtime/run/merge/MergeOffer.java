package dev.prodigy.runtime.run.merge;

import dev.prodigy.engine.classify.Classifier;
import dev.prodigy.engine.run.MergeResult;
import dev.prodigy.engine.run.Signal;
import dev.prodigy.engine.run.Stage;
import dev.prodigy.engine.run.StageState;
import dev.prodigy.engine.step.frame.Deadline;
import dev.prodigy.engine.step.text.EnvCommandFailed;
import dev.prodigy.engine.world.Cut;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.Evidence;
import dev.prodigy.model.error.KnownCode;
import dev.prodigy.model.error.Origin;
import dev.prodigy.model.error.Output;
import dev.prodigy.model.error.TimeoutScope;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.PhaseEvent;
import dev.prodigy.model.event.WorktreeEvent;
import dev.prodigy.model.text.Setting;
import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.Repository;
import dev.prodigy.runtime.git.change.SessionCommits;
import dev.prodigy.runtime.git.conflict.ConflictResolution;
import dev.prodigy.runtime.git.merge.MergeTurn;
import dev.prodigy.runtime.git.merge.TargetMerge;
import dev.prodigy.runtime.git.merge.TargetMergeIntent;
import dev.prodigy.runtime.git.merge.TargetMergeResult;
import dev.prodigy.runtime.home.Owner;
import dev.prodigy.runtime.run.actor.RunActor;
import dev.prodigy.runtime.run.attempt.ConflictSteps;
import dev.prodigy.runtime.run.input.SessionScope;
import dev.prodigy.runtime.run.stage.GitErrors;
import dev.prodigy.runtime.run.stage.RunParts;
import dev.prodigy.runtime.run.stage.StageRunner;
import dev.prodigy.runtime.workspace.CallerWorkspace;
import dev.prodigy.runtime.workspace.GitWorkspace;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The merge stage: with consent the session's commits go to the user's branch, exactly once (spec 03
/// §11).
public final class MergeOffer {
    private static final Context CONTEXT = Context.phase("merge");

    private final RunParts run;
    private final RunActor actor;
    private final StageRunner stages;
    private final SessionScope scope;
    /// Of the phase.
    private Deadline limit = Deadline.NEVER;

    /// @param stages runs the workflow's merge steps
    /// @param scope the names that the run gives
    public MergeOffer(RunParts run, RunActor actor, StageRunner stages, SessionScope scope) {
        this.run = run;
        this.actor = actor;
        this.stages = stages;
        this.scope = scope;
    }

    /// @return what came of it, the merge steps and the merge included; blocks until then
    public Signal make() {
        return new Signal.MergeEnded(result());
    }

    private MergeResult result() {
        if (run.workspace() instanceof CallerWorkspace caller) {
            return handedOver(caller);
        }
        if (!(run.workspace() instanceof GitWorkspace workspace)) {
            return new MergeResult.LeftOut("no_worktree");
        }
        try {
            return offered(workspace, run.merging().target());
        } catch (Cut e) {
            return new MergeResult.Interrupted();
        } catch (EnvCommandFailed e) {
            return run.halt().awaitWord() ? new MergeResult.Interrupted() : new MergeResult.Failed(e.error());
        } catch (GitFailure e) {
            return run.halt().isAsked() ? new MergeResult.Interrupted() : new MergeResult.Failed(GitErrors.of(e));
        }
    }

    /// A run that a step started is not merged on its own: its caller's tree gets what its items committed.
    private static MergeResult handedOver(CallerWorkspace workspace) {
        try {
            return workspace.handOver() ? new MergeResult.Merged() : new MergeResult.LeftOut(MergeResult.NO_COMMITS);
        } catch (GitFailure e) {
            return new MergeResult.Failed(GitErrors.of(e));
        }
    }

    private MergeResult offered(GitWorkspace workspace, @Nullable String target) throws Cut {
        var base = new ObjectId(String.valueOf(workspace.baseCommit()));
        var tip = workspace.settled();
        if (tip.equals(base)) {
            return new MergeResult.LeftOut(MergeResult.NO_COMMITS);
        }
        if (target == null) {
            return new MergeResult.LeftOut("no_target");
        }
        var id = run.id().text();
        var turn = new MergeTurn(
                run.merging().lock(),
                Owner.thisProcess(run.clock().now().now()).forRun(id),
                words -> run.warnings().warn("MERGE_WAITS", words));
        var merge = new TargetMerge(workspace.site(), turn, id, target);
        var repository = workspace.site().repository();
        if (merge.isContained(tip)) {
            var merged = SessionCommits.between(repository, base, tip, MergeMembers.NEWEST);
            scope.namespace("merge", MergeMembers.of(run, workspace, target, merged));
            stages.restore(new Stage.Merge());
            merge.tidyUp(tip);
            return new MergeResult.Merged();
        }
        var since = SessionCommits.notCounted(repository, target, base);
        var commits = SessionCommits.between(repository, since, tip, MergeMembers.NEWEST);
        if (!run.merging().consent().mayMerge(commits.ids().size(), target)) {
            return withoutConsent();
        }
        if (!(actor.look(state -> state.stage("merge")).join() instanceof StageState.Open)) {
            actor.tell(CONTEXT, new PhaseEvent.PhaseStarted("merge", null));
        }
        scope.namespace("merge", MergeMembers.of(run, workspace, target, commits));
        stages.beginMerge();
        var phase = run.workflow().header().merge();
        if (!phase.phase().steps().isEmpty()) {
            var done = actor.look(state -> state.ledger().copy()).join();
            var steps = stages.mergeSteps(phase.phase(), done);
            if (steps.error() != null) {
                return new MergeResult.Failed(steps.error());
            }
        }
        if (phase.keep() && !run.merging().consent().mergesKept()) {
            return new MergeResult.LeftOut(MergeResult.KEPT);
        }
        limit = Deadline.in(
                Setting.known(phase.phase().timeout()),
                TimeoutScope.PHASE,
                elapsed().minus(stages.spent()));
        return merged(workspace, merge, target);
    }

    /// A merge that failed with consent stays failed until it is repeated with consent, and what is told of it is what
    /// it failed with then. A redrive leaves the run as it was.
    private MergeResult withoutConsent() {
        var failure = actor.look(state -> Optional.ofNullable(
                        state.redriving() == null ? state.branch().mergeFailure() : null))
                .join();
        return failure.<MergeResult>map(error -> new MergeResult.Failed(notTried(error)))
                .orElseGet(() -> new MergeResult.LeftOut("no_consent"));
    }

    private ErrorRecord notTried(ErrorRecord earlier) {
        var words = "not tried again without consent (-y, or prodigy worktree merge "
                + run.id().text() + "); earlier: ";
        return earlier.message().startsWith(words) ? earlier : earlier.saying(words + earlier.message());
    }

    private MergeResult merged(GitWorkspace workspace, TargetMerge merge, String target) throws Cut {
        var conflicts = new ConflictSteps(run.workflow().header().merge().onConflict());
        for (int round = 0; ; round++) {
            var attempt = merged(workspace.settled(), merge);
            var result = attempt.result();
            boolean isCutOff =
                    result instanceof TargetMergeResult.Interrupted || result instanceof TargetMergeResult.Failed;
            if (isCutOff && attempt.isLate() && !run.halt().isAsked()) {
                return failed(timedOut(result, target));
            }
            if (result instanceof TargetMergeResult.Interrupted
                    || (isCutOff && run.halt().isAsked())) {
                actor.tell(CONTEXT, new WorktreeEvent.MergeSkipped("interrupted"));
                return new MergeResult.Interrupted();
            }
            if (!(result instanceof TargetMergeResult.Conflict conflict)
                    || !isResolved(workspace, conflict, conflicts, round)) {
                return ended(result, target, conflicts, workspace.site().repository());
            }
        }
    }

    /// @param isLate whether the limit of the phase passed meanwhile
    private record Attempt(TargetMergeResult result, boolean isLate) {}

    /// While git and the user's hooks are at work the run can be ended, and the phase's limit can pass.
    private Attempt merged(ObjectId tip, TargetMerge merge) {
        var leftovers = run.programs().runner().leftovers();
        var processes = new MarkedMerge(leftovers, run.mark(), run.settings().variables());
        try (var stop = new MergeStop(run.halt(), processes, run.programs().grace(), limit.left(elapsed()))) {
            var result = merge(tip, merge, processes, stop);
            return new Attempt(result, stop.isLate());
        }
    }

    private TargetMergeResult merge(ObjectId tip, TargetMerge merge, MarkedMerge processes, MergeStop stop) {
        try {
            return merge.merge(tip, processes, intent -> {
                intended(intent);
                stop.begun();
            });
        } catch (GitFailure e) {
            if (stop.isTooLateToBegin()) {
                return new TargetMergeResult.Interrupted();
            }
            throw e;
        }
    }

    private ErrorRecord timedOut(TargetMergeResult result, String target) {
        var error = Classifier.ofTimeout(limit.limit().toMillis(), limit.scope(), null);
        if (result instanceof TargetMergeResult.Failed failed) {
            return error.with(error.evidence().withOutput(Output.of(failed.evidence(), "")))
                    .saying(error.message() + ": " + failed.explained(target));
        }
        return error.saying(error.message() + ", before anything was merged into " + target);
    }

    private Duration elapsed() {
        return run.clock().now().elapsed();
    }

    private boolean isResolved(
            GitWorkspace workspace, TargetMergeResult.Conflict conflict, ConflictSteps conflicts, int round)
            throws Cut {
        var event = new WorktreeEvent.MergeConflicted(conflict.files(), conflicts.resolution(round));
        actor.report(CONTEXT, event).join();
        if (!conflicts.wantsRound(round)) {
            return false;
        }
        var unusable = readySession(workspace);
        if (unusable != null) {
            conflicts.failed(unusable);
            return false;
        }
        var result = workspace.takeIn(conflict.target(), run.settings().variables(), (tree, files) -> {
            var frame = stages.conflictFrame(tree, CONTEXT, limit);
            var list = conflicts.run(files, frame);
            limit = limit.later(frame.world().parked());
            return list.isGood();
        });
        return switch (result) {
            case ConflictResolution.Result.Resolved _ -> true;
            case ConflictResolution.Result.Unresolved unresolved -> {
                conflicts.leftOpen(unresolved.explained());
                yield false;
            }
        };
    }

    /// Opens the session and makes room in it for a merge.
    ///
    /// @return why that failed, or null
    private @Nullable ErrorRecord readySession(GitWorkspace workspace) throws Cut {
        var unusable = stages.openSession(CONTEXT);
        return unusable != null || workspace.clear() ? unusable : stages.openSession(CONTEXT);
    }

    private void intended(TargetMergeIntent intent) {
        var commit = intent.mergeCommit() == null ? null : intent.mergeCommit().hex();
        var event = new WorktreeEvent.MergeStarted(
                intent.head().hex(), intent.target(), intent.targetCommit().hex(), commit, null);
        actor.report(CONTEXT, event).join();
    }

    private MergeResult ended(TargetMergeResult result, String target, ConflictSteps conflicts, Repository repository) {
        return switch (result) {
            case TargetMergeResult.AlreadyContained _ -> new MergeResult.Merged();
            case TargetMergeResult.Merged done -> {
                var event = new WorktreeEvent.MergeCompleted(done.commit().hex(), target);
                actor.report(CONTEXT, event).join();
                yield new MergeResult.Merged();
            }
            case TargetMergeResult.Conflict conflict -> {
                var message = conflict.explained(target, run.id().text(), conflicts.tried());
                yield new MergeResult.Failed(
                        conflicts.explained(ErrorRecord.of(KnownCode.MERGE_CONFLICT.row(), message)));
            }
            case TargetMergeResult.Refused refused ->
                failed(
                        KnownCode.MERGE_REFUSED,
                        run.merging().cutOff().explained(refused, run.id(), repository, target));
            case TargetMergeResult.Failed failed -> gitFailed(failed, target);
            case TargetMergeResult.Interrupted _ -> new MergeResult.Interrupted();
        };
    }

    private MergeResult gitFailed(TargetMergeResult.Failed failed, String target) {
        var evidence = Evidence.NONE.withOutput(Output.of(failed.evidence(), ""));
        return failed(ErrorRecord.of(KnownCode.GIT_ERROR.row(), failed.explained(target), evidence));
    }

    private MergeResult failed(KnownCode code, String message) {
        return failed(ErrorRecord.of(code.row(), message));
    }

    private MergeResult failed(ErrorRecord error) {
        return new MergeResult.Failed(error.with(Origin.UNKNOWN.inRun(run.id().text(), "merge")));
    }
}

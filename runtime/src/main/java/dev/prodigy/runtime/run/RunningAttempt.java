package dev.prodigy.runtime.run;

import dev.prodigy.engine.item.AttemptResult;
import dev.prodigy.engine.item.CommandLimits;
import dev.prodigy.engine.ledger.StepLedger;
import dev.prodigy.engine.step.Deadline;
import dev.prodigy.engine.step.Frame;
import dev.prodigy.engine.step.ListResult;
import dev.prodigy.engine.step.ListRunner;
import dev.prodigy.engine.step.Variables;
import dev.prodigy.engine.world.Cut;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.KnownCode;
import dev.prodigy.model.error.TimeoutScope;
import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.model.event.WorktreeEvent;
import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.workspace.AttemptPlace;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// An attempt of an item in its place.
final class RunningAttempt {
    /// Paths that a warning names.
    private static final int NAMED = 5;

    private final ListRunner lists = new ListRunner();
    private final AttemptParts parts;
    private final RunParts run;
    private final AttemptSite site;
    private final AttemptPlace place;
    private final Duration begun;
    private final Frame frame;
    private final List<ListResult.Ended> ended = new ArrayList<>();

    /// @param begun when this attempt began, on the run clock
    /// @param first when the item's first one did
    RunningAttempt(
            AttemptParts parts,
            AttemptSite site,
            AttemptPlace place,
            Map<String, String> variables,
            Duration begun,
            Duration first) {
        this.parts = parts;
        this.run = parts.run();
        this.site = site;
        this.place = place;
        this.begun = begun;
        this.frame = frame(variables, first);
    }

    private Frame frame(Map<String, String> variables, Duration first) {
        var scope = new ItemScope(
                parts.stages().variables(),
                site.item(),
                parts.items().count(),
                parts.map().batchSize() != null,
                site.attempt().attempt(),
                site.agent());
        var limit = run.plan().map() == null ? null : run.plan().map().agentLimit();
        return Frame.outermost(
                site.context(),
                new Variables(scope, Map.of(), run.settings().ofPhase()),
                run.settings().with(variables),
                parts.worlds().ofItem(place.tree(), site.unit(), site.halt()),
                // counted from the item's first step, waits between attempts included
                limit == null ? Deadline.NEVER : new Deadline(first.plus(limit), limit, TimeoutScope.AGENT),
                new StepLedger());
    }

    /// Runs it to its end.
    ///
    /// @throws Cut when the run is ending; what it left is saved then
    AttemptResult run() throws Cut {
        frame.world().record(site.context(), started());
        try {
            var list = steps();
            var error = list.error();
            return error == null ? finished(list) : failed(list, error, place.failed(), List.of());
        } catch (Cut e) {
            reported(place.failed());
            throw e;
        }
    }

    private ItemEvent.Started started() {
        return new ItemEvent.Started(
                site.item().key(),
                place.path(),
                place.branch(),
                place.startCommit(),
                site.mark(),
                "logs/" + site.unit());
    }

    private ListResult steps() throws Cut {
        try {
            var setup = place.needsSetup()
                    ? lists.run(run.workflow().header().worktree().setup(), frame)
                    : new ListResult(List.of(), null);
            if (!setup.isGood()) {
                return new ListResult(List.of(), setupFailed(setup));
            }
            var list = lists.run(
                    CommandLimits.in(parts.map().agentTemplate(), parts.map().timeouts()), frame);
            ended.addAll(list.ended());
            return list;
        } finally {
            endMarked();
        }
    }

    private void endMarked() {
        run.programs().endMarked(site.mark() + "/");
    }

    private AttemptResult finished(ListResult list) throws Cut {
        var conflicts = new Conflicts();
        return switch (finish(list, conflicts)) {
            case AttemptPlace.Finish.Good good -> {
                if (!good.leftovers().isEmpty()) {
                    leftoversSaved(good.leftovers());
                }
                yield site.success(course(), list, good.commits(), good.filesChanged());
            }
            case AttemptPlace.Finish.Bad bad -> {
                var error = ErrorRecord.of(KnownCode.valueOf(bad.code()).row(), bad.message());
                yield failed(list, site.placed(conflicts.steps.explained(error)), bad.remains(), bad.conflicts());
            }
        };
    }

    /// A step that deleted its own worktree has failed, not the run.
    private AttemptPlace.Finish finish(ListResult list, Conflicts conflicts) throws Cut {
        try {
            return place.succeeded(
                    parts.map().commitRequired(),
                    (head, target, targetCommit, mergeCommit, commits) -> {
                        var outcome = Outcomes.toValue(site.success(course(), list, commits, List.of()));
                        var intent = new WorktreeEvent.MergeStarted(head, target, targetCommit, mergeCommit, outcome);
                        parts.actor().report(site.context(), intent).join();
                    },
                    conflicts);
        } catch (GitFailure e) {
            return new AttemptPlace.Finish.Bad(
                    e.code().name(), String.valueOf(e.getMessage()), List.of(), AttemptPlace.Remains.NOTHING);
        }
    }

    /// What is done about a conflict with work merged meanwhile.
    private final class Conflicts implements AttemptPlace.Conflicts {
        private final ConflictSteps steps = new ConflictSteps(parts.map().onConflict());

        @Override
        public boolean tryToResolve(List<String> files, int round) {
            var event = new WorktreeEvent.MergeConflicted(files, steps.resolution(round));
            parts.actor().tell(site.context(), event);
            return steps.wantsRound(round);
        }

        @Override
        public boolean resolve(List<String> files) throws Cut {
            try {
                var list = steps.run(files, frame);
                ended.addAll(list.ended());
                return list.isGood();
            } finally {
                endMarked();
            }
        }
    }

    private void leftoversSaved(List<String> paths) {
        salvaged(site.attempt().salvageRef(), "leftovers of a successful item");
        run.warnings()
                .warn(
                        "LEFTOVERS_SAVED",
                        site.attempt().itemId() + " left uncommitted files, which were saved and not merged: "
                                + some(paths));
    }

    private static String some(List<String> paths) {
        var named = String.join(", ", paths.subList(0, Math.min(NAMED, paths.size())));
        return paths.size() > NAMED ? named + " and " + (paths.size() - NAMED) + " more" : named;
    }

    private AttemptResult failed(
            ListResult list, ErrorRecord error, AttemptPlace.Remains remains, List<String> conflicts) {
        reported(remains);
        var kept = new AttemptResult.Kept(remains.branch(), remains.salvageRef(), conflicts);
        return site.failure(course(), list, error, kept);
    }

    private void reported(AttemptPlace.Remains remains) {
        if (remains.salvageRef() != null) {
            salvaged(remains.salvageRef(), "uncommitted work of an attempt that did not succeed");
        }
    }

    private void salvaged(String ref, String reason) {
        var name = Path.of(String.valueOf(place.path())).getFileName();
        parts.actor().tell(site.context(), new WorktreeEvent.Salvaged(String.valueOf(name), ref, null, reason));
    }

    private AttemptResult.Course course() {
        var all = new ListResult(ended, null);
        long ms = run.clock().now().elapsed().minus(begun).toMillis();
        return new AttemptResult.Course(ms, ItemResult.waits(all), ItemResult.steps(all));
    }

    private static ErrorRecord setupFailed(ListResult setup) {
        return ErrorRecord.of(KnownCode.WORKTREE_ERROR.row(), "worktree.setup failed")
                .causedBy(setup.error());
    }
}

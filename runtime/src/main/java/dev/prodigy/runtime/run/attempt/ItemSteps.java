package dev.prodigy.runtime.run.attempt;

import dev.prodigy.engine.item.AttemptResult;
import dev.prodigy.engine.ledger.StepLedger;
import dev.prodigy.engine.step.ListRunner;
import dev.prodigy.engine.step.frame.Deadline;
import dev.prodigy.engine.step.frame.Frame;
import dev.prodigy.engine.step.result.ListResult;
import dev.prodigy.engine.step.result.Variables;
import dev.prodigy.engine.world.Cut;
import dev.prodigy.engine.world.World;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.KnownCode;
import dev.prodigy.model.event.WorktreeEvent;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.AllSteps;
import dev.prodigy.model.workflow.OnConflict;
import dev.prodigy.runtime.git.GitCode;
import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.git.salvage.Saved;
import dev.prodigy.runtime.run.replay.IntendedSuccess;
import dev.prodigy.runtime.run.stage.RunParts;
import dev.prodigy.runtime.run.stage.WorktreeSetup;
import dev.prodigy.runtime.workspace.AttemptPlace;
import dev.prodigy.runtime.workspace.SavedWords;
import dev.prodigy.runtime.workspace.WorktreeNews;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The steps of an item in its place: those of the template, those that resolve a conflict, those
/// of a handler. They share their variables.
final class ItemSteps {
    private final ListRunner lists = new ListRunner();
    private final AttemptParts parts;
    private final RunParts run;
    private final AttemptSite site;
    private final AttemptPlace place;
    private final Variables variables;
    private final Map<String, String> environment;
    private final World world;
    private final List<ListResult.Ended> ended = new ArrayList<>();

    /// @param environment of its processes, beside that of the run
    ItemSteps(AttemptParts parts, AttemptSite site, AttemptPlace place, Map<String, String> environment) {
        this.parts = parts;
        this.run = parts.run();
        this.site = site;
        this.place = place;
        this.environment = inPlace(environment, place);
        this.world = parts.worlds().ofItem(place, site.unit(), site.halt());
        var scope = new ItemScope(
                parts.stages().variables(),
                site.item(),
                parts.items().count(),
                parts.map().batchSize() != null,
                site.attempt().attempt(),
                site.agent());
        this.variables = new Variables(scope, Map.of(), run.settings().ofPhase());
    }

    private static Map<String, String> inPlace(Map<String, String> environment, AttemptPlace place) {
        var all = new LinkedHashMap<>(environment);
        if (place.path() != null) {
            all.put("PRODIGY_WORKTREE", place.path());
        }
        if (place.branch() != null) {
            all.put("PRODIGY_BRANCH", place.branch());
        }
        return all;
    }

    /// @return which attempt of which item
    AttemptSite site() {
        return site;
    }

    /// @return where it works
    AttemptPlace place() {
        return place;
    }

    /// @return the names that the steps read and leave behind
    Variables variables() {
        return variables;
    }

    /// Takes over what the steps of an attempt left behind that another process ran, or that was cut off behind them.
    void takeOver(AttemptResult.Failed failure) {
        var left = failure.kept().left();
        if (left != null) {
            variables.takeOver(left, AllSteps.of(parts.workflow()));
        } else if (failure.result() instanceof Value.Fields result
                && result.get("captures") instanceof Value.Fields captures) {
            // a journal of an earlier version
            captures.members().forEach(variables::capture);
        }
    }

    /// @return what the steps need from outside
    World world() {
        return world;
    }

    /// Runs a list of steps, as {@link #run(Deadline, Work)}.
    ///
    /// @throws Cut when the run is ending
    ListResult run(List<Step> list, Deadline deadline) throws Cut {
        return run(deadline, frame -> lists.run(list, frame));
    }

    /// Runs `worktree.setup` where the place is new.
    ///
    /// @return why it failed, or null
    /// @throws Cut when the run is ending
    @Nullable
    ErrorRecord setUp(Deadline deadline) throws Cut {
        if (!place.needsSetup()) {
            return null;
        }
        var before = place.tree().head();
        var error = run(run.workflow().header().worktree().setup(), deadline).error();
        return error == null ? WorktreeSetup.moved(before, place.tree().head()) : WorktreeSetup.failed(error);
    }

    /// Runs `worktree.setup` as {@link #setUp}, where nothing of the item's is in the place yet: all that is left there
    /// behind it is no work.
    ///
    /// @return why it failed, or null
    /// @throws Cut when the run is ending
    @Nullable
    ErrorRecord setUpFirst(Deadline deadline) throws Cut {
        var error = setUp(deadline);
        if (place.needsSetup() && error == null) {
            place.isSetUp(!run.workflow().header().worktree().setup().isEmpty());
        }
        return error;
    }

    /// Something that runs steps.
    interface Work {
        ListResult in(Frame frame) throws Cut;
    }

    /// Runs steps. Nothing they started is left then where that matters: in a slot, which others use next, and of
    /// an attempt that may be made again. Everything else is found by the sweep behind each step: looking through
    /// all processes of the machine for each item would cost more than the item.
    ///
    /// @throws Cut when the run is ending
    ListResult run(Deadline deadline, Work work) throws Cut {
        boolean good = false;
        try {
            var frame = Frame.outermost(
                    site.context(), variables, run.settings().with(environment), world, deadline, new StepLedger());
            var result = work.in(frame);
            ended.addAll(result.ended());
            good = result.isGood();
            return result;
        } finally {
            if (!good || place.path() != null) {
                run.programs().endMarked(site.mark() + "/", site.context());
            }
        }
    }

    /// @return all steps that have ended so far
    ListResult all() {
        return new ListResult(ended, null);
    }

    /// Looks for what a success must show, and merges it (spec 03 §6, §10).
    ///
    /// @param success makes the result, given the item's commits and the files they change
    /// @param onConflict what is done about a conflict with work merged meanwhile
    /// @return the success, or why it is none
    Merged merged(Success success, OnConflict onConflict, Deadline deadline) throws Cut {
        var conflicts = new Conflicts(onConflict, deadline);
        return switch (finish(success, conflicts)) {
            case AttemptPlace.Finish.Good good -> {
                var item = site.attempt().itemId();
                for (var saved : good.saved()) {
                    saved(saved, "leftovers of a successful item");
                    if (saved instanceof Saved.Kept kept && !kept.paths().isEmpty()) {
                        warn("LEFTOVERS_SAVED", SavedWords.leftovers(item, kept));
                    }
                }
                yield new Merged.Good(success.of(good.commits(), good.filesChanged()));
            }
            case AttemptPlace.Finish.Bad bad -> {
                var error = ErrorRecord.of(KnownCode.valueOf(bad.code()).row(), bad.message());
                yield new Merged.Bad(
                        site.placed(conflicts.steps.explained(error), all()), kept(bad.remains(), bad.conflicts()));
            }
        };
    }

    /// Makes the result of a success.
    interface Success {
        AttemptResult.Succeeded of(List<String> commits, List<String> files);
    }

    /// How a merge went.
    sealed interface Merged {
        /// The item's work, if any, is in the session.
        record Good(AttemptResult.Succeeded success) implements Merged {}

        /// Something is missing, or in conflict.
        record Bad(ErrorRecord error, AttemptResult.Kept kept) implements Merged {}
    }

    /// A step that deleted its own worktree has failed, not the run.
    private AttemptPlace.Finish finish(Success success, Conflicts conflicts) throws Cut {
        try {
            return place.succeeded(parts.map().commitRequired(), new Intent(success), conflicts);
        } catch (GitFailure e) {
            if (site.halt().awaitWord()) {
                throw new Cut();
            }
            return new AttemptPlace.Finish.Bad(
                    e.code().name(), String.valueOf(e.getMessage()), List.of(), place.failed());
        }
    }

    /// Journals a merge: before it, and behind it.
    private final class Intent implements AttemptPlace.Intent {
        private final Success success;

        Intent(Success success) {
            this.success = success;
        }

        @Override
        public void record(String head, String target, String targetCommit, String mergeCommit, List<String> commits) {
            var outcome = IntendedSuccess.toValue(success.of(commits, List.of()));
            var intent = new WorktreeEvent.MergeStarted(head, target, targetCommit, mergeCommit, outcome);
            parts.actor().report(site.context(), intent).join();
        }

        @Override
        public void done(String commit, String target) {
            parts.actor().tell(site.context(), new WorktreeEvent.MergeCompleted(commit, target));
        }
    }

    /// What is done about a conflict with work merged meanwhile.
    private final class Conflicts implements AttemptPlace.Conflicts {
        private final ConflictSteps steps;
        private final Deadline deadline;

        Conflicts(OnConflict policy, Deadline deadline) {
            this.steps = new ConflictSteps(policy);
            this.deadline = deadline;
        }

        @Override
        public boolean tryToResolve(List<String> files, int round) {
            var event = new WorktreeEvent.MergeConflicted(files, steps.resolution(round));
            parts.actor().tell(site.context(), event);
            return steps.wantsRound(round);
        }

        @Override
        public void setUp() throws Cut {
            var error = setUpFirst(deadline);
            if (error != null) {
                throw new GitFailure(GitCode.WORKTREE_ERROR, error.message());
            }
        }

        @Override
        public @Nullable String resolve(List<String> files) throws Cut {
            var error = run(deadline, frame -> steps.run(files, frame)).error();
            return error == null ? null : ConflictSteps.told(error);
        }
    }

    /// Saves what a failed or interrupted attempt leaves.
    AttemptResult.Kept saved() {
        return kept(place.failed(), List.of());
    }

    private AttemptResult.Kept kept(AttemptPlace.Remains remains, List<String> conflicts) {
        remains.saved().forEach(saved -> saved(saved, "work of an attempt that did not succeed"));
        return AttemptResult.Kept.saved(remains.branch(), remains.salvageRef(), remains.keptDirectory(), conflicts);
    }

    private void saved(Saved saved, String reason) {
        var name = String.valueOf(Path.of(String.valueOf(place.path())).getFileName());
        WorktreeNews.salvaged(name, saved, reason)
                .ifPresent(event -> parts.actor().tell(site.context(), event));
        var item = site.attempt().itemId();
        if (saved instanceof Saved.Kept kept && !kept.lost().isEmpty()) {
            warn("COMMITS_SAVED", SavedWords.commits(item, kept));
        } else if (saved instanceof Saved.Retired retired) {
            warn("LEFTOVERS_KEPT", SavedWords.leftovers(item, retired));
        }
    }

    private void warn(String code, String message) {
        run.warnings().warn(code, message);
    }
}

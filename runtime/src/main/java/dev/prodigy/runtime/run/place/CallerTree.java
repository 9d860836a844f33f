package dev.prodigy.runtime.run.place;

import dev.prodigy.model.workflow.Isolation;
import dev.prodigy.model.workflow.Workflow;
import dev.prodigy.model.workflow.WorktreeOptions;
import dev.prodigy.runtime.git.Discovery;
import dev.prodigy.runtime.git.GitProgram;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.RepositoryPaths;
import dev.prodigy.runtime.git.slot.SlotPlaces;
import dev.prodigy.runtime.home.Home;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.home.Storage;
import dev.prodigy.runtime.run.request.Caller;
import dev.prodigy.runtime.run.request.RunRefused;
import dev.prodigy.runtime.run.request.RunRequest;
import dev.prodigy.runtime.workspace.CallerWorkspace;
import dev.prodigy.runtime.workspace.CallersHistory;
import dev.prodigy.runtime.workspace.InPlaceWorkspace;
import dev.prodigy.runtime.workspace.Workspace;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The working tree that a step hands to the run it starts (spec 04 §5.8): no worktree of the run's own, no
/// merge of its own. Items may have slots; what they commit goes to the branch that is checked out in the
/// tree.
public final class CallerTree {
    private final RunRequest.Host host;
    private final Caller.Place place;
    private final @Nullable RepositoryPaths paths;
    private final boolean hasCommit;

    private CallerTree(RunRequest.Host host, Caller.Place place, @Nullable RepositoryPaths paths, boolean hasCommit) {
        this.host = host;
        this.place = place;
        this.paths = paths;
        this.hasCommit = hasCommit;
    }

    /// Looks at the tree; writes nothing.
    public static CallerTree of(RunRequest.Host host, Caller.Place place) {
        var found = Discovery.of(place.tree(), new GitProgram(Path.of(System.getProperty("java.io.tmpdir"))));
        var there = found.repository();
        var paths = there == null ? null : new RepositoryPaths(there.checkout(), there.commonDir(), prefix(place));
        return new CallerTree(host, place, paths, found instanceof Discovery.Found);
    }

    /// Items work below the same subdirectory as the call.
    private static Path prefix(Caller.Place place) {
        return place.directory().startsWith(place.tree()) ? place.tree().relativize(place.directory()) : Path.of("");
    }

    /// @return `worktree` where items get slots of their own; a workflow that says nothing does as its
    ///     caller
    /// @throws RunRefused where worktrees were asked for and cannot be had
    public Isolation isolation(Workflow workflow) {
        if (!(workflow instanceof Workflow.MapReduce mapReduce)
                || mapReduce.map().isolation() == Isolation.NONE) {
            return Isolation.NONE;
        }
        var asked = mapReduce.map().isolation() == null
                ? workflow.header().isolation()
                : mapReduce.map().isolation();
        if (asked == Isolation.WORKTREE && !hasCommit) {
            var lack = paths == null ? ", which is no git repository" : ", where nothing is committed yet";
            throw new RunRefused(
                    "no_worktree",
                    2,
                    "isolation: worktree is not possible in " + place.tree() + lack,
                    "Give isolation: none, or start it in a git repository.");
        }
        var chosen = asked == null ? place.isolation() : asked;
        return hasCommit ? chosen : Isolation.NONE;
    }

    /// @return what is checked out now, where items start from; null where they have no slots
    @Nullable
    public ObjectId start(Isolation isolation) {
        if (isolation == Isolation.NONE || paths == null) {
            return null;
        }
        try (var repository = StartDirectory.repository(host, paths, Path.of(System.getProperty("java.io.tmpdir")))) {
            return repository.head().orElse(null);
        }
    }

    /// Makes the place where the run works.
    ///
    /// @param start what was checked out when the run began, or null where items have no slots
    /// @param recorded the last commit that the journal knows of the run, or null
    public Workspace workspace(
            Storage storage,
            RunRef run,
            @Nullable ObjectId start,
            @Nullable ObjectId recorded,
            WorktreeOptions options) {
        if (paths == null) {
            return new InPlaceWorkspace(inPlace(), null);
        }
        var repository = StartDirectory.repository(
                host, paths, storage.folder(storage.home().tmp(run.run())));
        var objects = storage.home().objects(run.repo(), run.run());
        // What lives in a slot is an attempt's, and saved at its end; the user's own tree stays.
        var history = Home.isSession(run.repo(), place.tree())
                ? CallersHistory.of(repository, run.run().text())
                : null;
        if (start == null) {
            return new InPlaceWorkspace(
                    inPlace(),
                    new InPlaceWorkspace.Around(repository, repository.branch().orElse(null), objects, history));
        }
        var locks = storage.folder(storage.home().locks().resolve(run.repo()));
        var worktrees = storage.folder(storage.home().worktrees(run.repo()));
        return new CallerWorkspace(
                repository,
                new SlotPlaces(worktrees, locks),
                new CallerWorkspace.Settings(
                        run.run().text(),
                        inPlace(),
                        start,
                        recorded == null ? start : recorded,
                        objects,
                        history,
                        StartDirectory.slots(options),
                        StartDirectory.called(storage.home(), run)),
                options.include());
    }

    private InPlaceWorkspace.Place inPlace() {
        return new InPlaceWorkspace.Place(place.directory(), place.tree(), place.checkout());
    }
}

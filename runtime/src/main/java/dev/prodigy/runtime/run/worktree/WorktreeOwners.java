package dev.prodigy.runtime.run.worktree;

import dev.prodigy.runtime.home.Home;
import dev.prodigy.runtime.home.Repositories;
import dev.prodigy.runtime.home.RunId;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.journal.Runs;
import dev.prodigy.runtime.run.replay.OpenCalls;
import dev.prodigy.runtime.run.replay.RecordedRuns;
import dev.prodigy.runtime.view.LostJournal;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The runs of one repository that worktrees belong to, each read once.
final class WorktreeOwners {
    /// What a run ends as that is cut off with the one whose step started it.
    private static final Set<String> CUT_OFF = Set.of("interrupted", "cancelled");

    private static final Set<String> COMPLETED = Set.of("completed", "completed_with_failures");

    private final Home home;
    private final RecordedRuns runs;
    private final String repo;
    private final Map<String, Optional<RunWorktrees.Run>> known = new HashMap<>();
    private final Map<RunRef, Predicate<String>> openCalls = new HashMap<>();

    /// @param repo the repository's name in the home
    WorktreeOwners(Home home, String repo) {
        this.home = home;
        this.runs = new RecordedRuns(home);
        this.repo = repo;
    }

    /// @return the run of an id, where its journal is still there or views tell of it
    Optional<RunWorktrees.Run> find(@Nullable String id) {
        return id == null ? Optional.empty() : known.computeIfAbsent(id, this::read);
    }

    /// A run may have had another name for its repository, which was moved since.
    ///
    /// @return whether anything in the home tells of a run, be it gone
    boolean knows(String id) {
        return RunId.parse(id)
                .filter(run -> Files.exists(home.session(run))
                        || Repositories.names(home).stream()
                                .flatMap(name -> Stream.of(
                                        home.events(name, run),
                                        home.state(name, run),
                                        home.dlq(name, run),
                                        home.logs(name, run),
                                        home.worktrees(name).resolve(id)))
                                .anyMatch(Files::exists))
                .isPresent();
    }

    /// A run that a step had started goes on with its caller, or never (spec 04 §5.8): where the caller has
    /// completed without one that was cut off, or will not go on with it, nobody needs what that left. The
    /// branches of failed items of one that came to an end belong to its dead letters, as long as there are any.
    ///
    /// @return the run of an id, unless it was given up
    Optional<RunWorktrees.Run> needed(String id) {
        return find(id).filter(run -> !isGivenUp(run));
    }

    private boolean isGivenUp(RunWorktrees.Run run) {
        var record = run.record();
        var caller = record.origin().parentRunId();
        return caller != null
                && !record.isLive()
                && (CUT_OFF.contains(record.status()) || record.course().dlq() == 0)
                && find(caller)
                        .filter(each -> !isOver(each) && mayGoOnWith(each, record.runId()))
                        .isEmpty();
    }

    private boolean mayGoOnWith(RunWorktrees.Run caller, String run) {
        return caller.record().isLive()
                || LostJournal.of(home, caller.ref()).isPresent()
                || openCalls
                        .computeIfAbsent(caller.ref(), new OpenCalls(home)::of)
                        .test(run);
    }

    private boolean isOver(RunWorktrees.Run caller) {
        return isGivenUp(caller)
                || (COMPLETED.contains(caller.record().status())
                        && !caller.record().isLive()
                        && !caller.record().isResumable());
    }

    private Optional<RunWorktrees.Run> read(String id) {
        return RunId.parse(id)
                .map(run -> new RunRef(repo, run))
                .filter(ref -> LostJournal.of(home, ref).isPresent()
                        || new Runs(home).of(repo).contains(ref))
                .map(ref -> {
                    if (LostJournal.of(home, ref).isPresent()) {
                        return new RunWorktrees.Run(ref, runs.record(ref), null);
                    }
                    var started = runs.read(ref).started();
                    return new RunWorktrees.Run(ref, runs.record(ref), started == null ? null : started.baseCommit());
                });
    }
}

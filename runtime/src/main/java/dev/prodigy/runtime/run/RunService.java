package dev.prodigy.runtime.run;

import dev.prodigy.engine.item.ItemTable;
import dev.prodigy.engine.redact.Redactor;
import dev.prodigy.engine.run.MergeResult;
import dev.prodigy.engine.run.RunCounts;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.engine.run.StageState;
import dev.prodigy.engine.signature.FinalFailure;
import dev.prodigy.model.event.ControlEvent;
import dev.prodigy.model.event.EndEvent;
import dev.prodigy.model.event.Event;
import dev.prodigy.model.event.Recorded;
import dev.prodigy.model.item.ItemId;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.home.OwnerLock;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.home.StorageFailure;
import dev.prodigy.runtime.journal.JournalDamaged;
import dev.prodigy.runtime.letter.FailedItem;
import dev.prodigy.runtime.letter.LetterBox;
import dev.prodigy.runtime.run.forecast.RunForecast;
import dev.prodigy.runtime.run.forecast.RunPreview;
import dev.prodigy.runtime.run.input.InputReading;
import dev.prodigy.runtime.run.replay.FoldedJournal;
import dev.prodigy.runtime.run.replay.JournalFold;
import dev.prodigy.runtime.run.replay.NextCommand;
import dev.prodigy.runtime.run.replay.RecordedRuns;
import dev.prodigy.runtime.run.replay.RunAmendment;
import dev.prodigy.runtime.run.replay.UnknownEventType;
import dev.prodigy.runtime.run.request.Consent;
import dev.prodigy.runtime.run.request.InputProblem;
import dev.prodigy.runtime.run.request.Reloading;
import dev.prodigy.runtime.run.request.ResumeOptions;
import dev.prodigy.runtime.run.request.RunRefused;
import dev.prodigy.runtime.run.request.RunRequest;
import dev.prodigy.runtime.run.worktree.HomeWorktrees;
import dev.prodigy.runtime.run.worktree.RunWorktrees;
import dev.prodigy.runtime.view.EndError;
import dev.prodigy.runtime.view.RunRecord;
import dev.prodigy.runtime.view.RunStatus;
import dev.prodigy.runtime.world.Halt;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/// Starts runs, takes them up again, and runs dead letters: what the commands call.
public final class RunService {
    private static final Set<String> UNMERGED = Set.of("no_consent", "no_target", MergeResult.KEPT, "items_failed");

    private static final int ITEMS_TOLD = 10;

    private final RunRequest.Host host;
    private final InstantSource clock;
    private final RandomGenerator random;

    /// @param random of run ids, jitter and `uuid`
    public RunService(RunRequest.Host host, InstantSource clock, RandomGenerator random) {
        this.host = host;
        this.clock = clock;
        this.random = random;
    }

    /// What a command gives beside the request.
    ///
    /// @param events hears of every event when it is durable; never blocks
    /// @param early ends the start
    public record Audience(Consumer<List<Recorded>> events, Consent consent, EarlyStop early) {
        /// @param halt ends the start
        /// @return nobody looks on, and nobody consents to anything
        static Audience none(Halt halt) {
            return new Audience(_ -> {}, Consent.NONE, new EarlyStop(halt));
        }
    }

    /// Starts a run. What keeps it from starting is told before anything is written.
    ///
    /// @throws RunRefused for what cannot run here
    /// @throws dev.prodigy.runtime.home.StorageFailure when the home cannot be used
    public LiveRun start(RunRequest request, Audience audience) {
        LeftoverProcesses.endAll(host.home());
        LeftoverFiles.removeAll(host.home());
        return new RunOpening(host, clock, random).open(request, audience);
    }

    /// @return what is missing or wrong of the values that come into a run from outside: parameters, env files,
    ///     secrets, the profile; no command is executed for it
    public List<InputProblem> inputProblems(RunRequest request) {
        return List.copyOf(
                InputReading.withoutCommands(request, host).problems().all());
    }

    /// @return what takes away the secrets among those values from what is said of them; no command is executed for it
    public Redactor inputRedactor(RunRequest request) {
        return InputReading.withoutCommands(request, host).redactor();
    }

    /// Says what a run would do; executes and writes nothing.
    ///
    /// @throws RunRefused for what could not be started
    public RunPreview preview(RunRequest request) {
        return new RunForecast(host).of(request);
    }

    /// Says what a resume would do; executes, writes and locks nothing.
    ///
    /// @throws RunRefused `run_busy`, `workflow_changed`, `done_moved`
    public RunPreview preview(RunRef run, Reloading reloading, ResumeOptions options) {
        checkIdle(run);
        return new RunForecast(host).ofResume(run, reloading, options);
    }

    /// Takes a run up again.
    ///
    /// @throws RunRefused `run_busy`, `workflow_changed`, `done_moved`
    public LiveRun resume(RunRef run, Reloading reloading, ResumeOptions options, Audience audience) {
        LeftoverProcesses.endAll(host.home());
        LeftoverFiles.removeAll(host.home());
        return new RunReopening(host, clock, random, run).resume(reloading, options, audience);
    }

    /// Which dead letters run again, and how.
    ///
    /// @param items indices in the order to take them
    /// @param givesUp whether a row of failures, or a limit of the run, ends it (spec 03 §15)
    /// @param maxParallel the widest, or null for the run's own width, up to the usual one
    /// @param maxAttempts executions of each item, or null for the workflow's
    public record RedriveOptions(
            List<Integer> items,
            boolean givesUp,
            @Nullable Integer maxParallel,
            @Nullable Integer maxAttempts,
            @Nullable String filter) {}

    /// Runs dead-lettered items again (spec 03 §15).
    ///
    /// @throws RunRefused `run_busy`
    public LiveRun redrive(RunRef run, Reloading reloading, RedriveOptions options, Audience audience) {
        LeftoverProcesses.endAll(host.home());
        LeftoverFiles.removeAll(host.home());
        return new RunReopening(host, clock, random, run).redrive(reloading, options, audience);
    }

    /// Merges what a run has committed, its workflow's merge steps included; the run stays what it is (spec 05 §2.8).
    ///
    /// @throws RunRefused `run_busy`
    public LiveRun merge(RunRef run, Reloading reloading, Audience audience) {
        LeftoverProcesses.endAll(host.home());
        LeftoverFiles.removeAll(host.home());
        return new RunReopening(host, clock, random, run).merge(reloading, audience);
    }

    /// Looks whether another process runs it.
    ///
    /// @throws RunRefused `run_busy`
    public void checkIdle(RunRef run) {
        var file = host.home().runLock(run.repo(), run.run());
        OwnerLock.holder(file).ifPresent(busy -> {
            throw RunRefused.busy(run, busy.owner());
        });
    }

    /// Looks whether a command could be written behind what a run has recorded; reads all of it.
    ///
    /// @throws JournalDamaged when the journal, or what is kept beside it of the workflow and its items, is damaged
    /// @throws UnknownEventType when an event is of a type that only a newer version knows
    public void checkWhole(RunRef run) {
        try (var journal = FoldedJournal.open(host.home(), run)) {
            JournalFold.requireWhole(
                    journal.reader(), journal.state(), host.home().events(run.repo(), run.run()));
        }
    }

    /// @return the state of a run as its journal tells it; nothing is locked, and nothing written but a snapshot of
    ///     what took long to read
    public RunState read(RunRef run) {
        return new RecordedRuns(host.home()).read(run);
    }

    /// @return what is to be said of a run as a whole; its session file is made anew where it is
    ///     missing or stale
    public RunRecord record(RunRef run) {
        return new RecordedRuns(host.home()).record(run);
    }

    /// @return what to type next of a run that no process works on
    public String next(RunRef run) {
        return new NextCommand(host.home()).of(record(run));
    }

    /// @param terminal what {@link LiveRun#await} gave
    /// @param writtenAt when it was written: the run had ended before where it was only merged since (spec 05
    ///     §2.8)
    /// @return the result as commands print it
    public RunResult result(RunRef run, Event terminal, Instant writtenAt) {
        var state = stateAt(terminal, run);
        var finishedAt = state.ended() == null ? writtenAt : state.ended();
        var started = state.started();
        var counts = RunCounts.of(state);
        return new RunResult(
                run.run().text(),
                started == null ? "" : started.workflow(),
                started == null || started.parentRunId() != null ? null : started.workflowFile(),
                started == null ? "" : started.mode(),
                RunStatus.of(terminal),
                RunStatus.exitCode(terminal),
                state.began() == null ? finishedAt : state.began(),
                finishedAt,
                state.elapsed(),
                counts == null ? null : counts.toFields(),
                terminal instanceof EndEvent.Completed completed
                        ? completed.outputs().values()
                        : new FieldsWriter().done(),
                EndError.of(terminal, run.run().text(), finishedAt),
                failures(run, state.items()),
                commits(run, state, started == null ? null : started.target()));
    }

    /// Of a run that was interrupted because its journal is gone the end is all that is known.
    private RunState stateAt(Event terminal, RunRef run) {
        try {
            return read(run);
        } catch (StorageFailure | JournalDamaged e) {
            if (terminal instanceof EndEvent.Interrupted) {
                return new RunState();
            }
            throw e;
        }
    }

    private RunResult.Commits commits(RunRef run, RunState state, @Nullable String target) {
        var removal = state.branch().removal();
        var kept = removal == null ? keptBranch(state) : null;
        return new RunResult.Commits(
                hasBranch(run, kept) ? kept : null,
                removal == null ? null : removal.ref(),
                state.branch().merged() ? target : null,
                target,
                state.stage("merge") instanceof StageState.Open);
    }

    private RunResult.Failures failures(RunRef run, @Nullable ItemTable items) {
        if (items == null) {
            return RunResult.Failures.NONE;
        }
        var clusters = items.metrics().clusters();
        var skipped = skipped(items);
        if (items.letters().count() == 0 && skipped.length == 0) {
            return new RunResult.Failures(clusters, RunResult.Named.NONE, RunResult.Named.NONE);
        }
        try (var letters = LetterBox.open(host.home().events(run.repo(), run.run()), run.run())) {
            var first = letters.letters()
                    .limit(ITEMS_TOLD)
                    .flatMap(letter -> Optional.ofNullable(FailedItem.of(letter)).stream())
                    .toList();
            var others = Arrays.stream(skipped)
                    .limit(ITEMS_TOLD - first.size())
                    .boxed()
                    .flatMap(item -> Optional.ofNullable(letters.givenUp(item)).stream())
                    .toList();
            return new RunResult.Failures(
                    clusters,
                    new RunResult.Named(withBranches(run, first), letters.count()),
                    new RunResult.Named(others, skipped.length));
        }
    }

    private List<FailedItem> withBranches(RunRef run, List<FailedItem> items) {
        if (items.stream().allMatch(item -> item.branch() == null)) {
            return items;
        }
        try (var worktrees = worktrees(run.repo()).orElse(null)) {
            return items.stream()
                    .map(item -> worktrees == null || item.branch() == null || worktrees.hasBranch(item.branch())
                            ? item
                            : item.withoutBranch())
                    .toList();
        }
    }

    /// A person may have deleted it.
    private boolean hasBranch(RunRef run, @Nullable String branch) {
        if (branch == null) {
            return false;
        }
        try (var worktrees = worktrees(run.repo()).orElse(null)) {
            return worktrees == null || worktrees.hasBranch(branch);
        }
    }

    /// @return indices of the items that their failure gave up without a dead letter
    private static int[] skipped(ItemTable items) {
        return StreamSupport.stream(items.finalFailures().spliterator(), false)
                .filter(FinalFailure::skipped)
                .mapToInt(each -> ItemId.index(each.itemId()))
                .toArray();
    }

    /// @return the session branch whose commits are in no target, or null
    private static @Nullable String keptBranch(RunState state) {
        boolean isOver = state.base() instanceof EndEvent.Completed;
        boolean kept = !state.branch().merged()
                && switch (state.stage("merge")) {
                    case StageState.LeftOut(var reason) -> UNMERGED.contains(reason);
                    // a redrive that ended before its time has not come to the offer; a merge behind the end that was
                    // cut off, or that failed, leaves the run what it was
                    case StageState.Ahead _, StageState.Open _, StageState.Failed _ -> isOver && state.hasCommits();
                    case StageState.Done _ -> false;
                };
        return kept && state.started() != null ? state.started().branch() : null;
    }

    /// Changes a run that no process works on: the command and what follows from it are journaled, for
    /// the next resume or retry (spec 05 §2.7).
    ///
    /// @return `seq` of the command's event
    /// @throws RunRefused `run_busy`
    /// @throws JournalDamaged when the run's truth is damaged; nothing was written
    public long amend(RunRef run, ControlEvent.Received command) {
        return new RunAmendment(host, clock, run).journal(command);
    }

    /// Takes dead letters of a run away that no process works on; their items stay failed, so the run
    /// never becomes `completed` (spec 05 §2.5).
    ///
    /// @param items their indices
    /// @param reason `cleared` or `purged`
    /// @param actor who wants it
    /// @throws RunRefused `run_busy`
    /// @throws JournalDamaged when the run's truth is damaged; nothing was written
    public void removeLetters(RunRef run, Set<Integer> items, String reason, String actor) {
        new RunAmendment(host, clock, run).removeLetters(items, reason, actor);
        removeReachedBranches(run, items);
    }

    /// What stays is what `worktree gc` finds.
    private void removeReachedBranches(RunRef run, Set<Integer> items) {
        var ids = items.stream().map(ItemId::of).collect(Collectors.toUnmodifiableSet());
        try {
            worktrees(run.repo()).ifPresent(there -> {
                try (there) {
                    there.removeReachedItemBranches(run.run().text(), ids);
                }
            });
        } catch (GitFailure e) {
            System.getLogger(RunService.class.getName()).log(System.Logger.Level.DEBUG, "branches stay", e);
        }
    }

    /// @return the worktrees of the repository that the program was started in; nothing outside of one,
    ///     and where no run ever was
    public Optional<RunWorktrees> worktrees() {
        return new HomeWorktrees(host, clock).here();
    }

    /// @param repo a repository's name in the home
    /// @return its worktrees, also where the repository is not at its place any more; nothing where there are none
    public Optional<RunWorktrees> worktrees(String repo) {
        return new HomeWorktrees(host, clock).of(repo);
    }

    /// @return the worktrees of every repository of the home, each to be closed
    public List<RunWorktrees> worktreesEverywhere() {
        return new HomeWorktrees(host, clock).everywhere();
    }
}

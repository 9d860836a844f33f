package dev.prodigy.runtime.run;

import dev.prodigy.engine.item.OpenFailures;
import dev.prodigy.engine.run.Fold;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.engine.run.Signal;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.Event;
import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.model.event.RunEvent;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.Isolation;
import dev.prodigy.model.workflow.Workflow;
import dev.prodigy.runtime.event.EventCodec;
import dev.prodigy.runtime.git.merge.MergeTurn;
import dev.prodigy.runtime.git.salvage.Saved;
import dev.prodigy.runtime.git.worktree.StaleLocks;
import dev.prodigy.runtime.home.LocalDisk;
import dev.prodigy.runtime.home.Owner;
import dev.prodigy.runtime.home.OwnerLock;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.home.Storage;
import dev.prodigy.runtime.item.ItemStore;
import dev.prodigy.runtime.journal.JournalWriter;
import dev.prodigy.runtime.journal.WorkflowRecord;
import dev.prodigy.runtime.process.ProcessRunner;
import dev.prodigy.runtime.process.SystemTimers;
import dev.prodigy.runtime.run.changes.FixedAtStart;
import dev.prodigy.runtime.run.changes.LateChanges;
import dev.prodigy.runtime.run.changes.WorkflowChanges;
import dev.prodigy.runtime.run.input.CalledSecrets;
import dev.prodigy.runtime.run.input.CompletedRequest;
import dev.prodigy.runtime.run.input.ForgottenSecrets;
import dev.prodigy.runtime.run.input.InputReading;
import dev.prodigy.runtime.run.merge.MarkedMerge;
import dev.prodigy.runtime.run.merge.OpenMerge;
import dev.prodigy.runtime.run.place.GonePlace;
import dev.prodigy.runtime.run.place.SharedDirectory;
import dev.prodigy.runtime.run.place.StartDirectory;
import dev.prodigy.runtime.run.replay.CutOffMerges;
import dev.prodigy.runtime.run.replay.FoldedJournal;
import dev.prodigy.runtime.run.replay.InterruptedItems;
import dev.prodigy.runtime.run.replay.ItemChildren;
import dev.prodigy.runtime.run.replay.JournalFold;
import dev.prodigy.runtime.run.replay.LastFailures;
import dev.prodigy.runtime.run.replay.LateEvents;
import dev.prodigy.runtime.run.replay.NextCommand;
import dev.prodigy.runtime.run.replay.RootRun;
import dev.prodigy.runtime.run.request.Caller;
import dev.prodigy.runtime.run.request.InputValues;
import dev.prodigy.runtime.run.request.Reloading;
import dev.prodigy.runtime.run.request.ResumeOptions;
import dev.prodigy.runtime.run.request.RunOptions;
import dev.prodigy.runtime.run.request.RunRefused;
import dev.prodigy.runtime.run.request.RunRequest;
import dev.prodigy.runtime.run.request.Warning;
import dev.prodigy.runtime.run.stage.RunParts;
import dev.prodigy.runtime.view.RunRecord;
import dev.prodigy.runtime.view.RunStatus;
import dev.prodigy.runtime.workspace.BranchWorkspace;
import dev.prodigy.runtime.workspace.GitWorkspace;
import dev.prodigy.runtime.workspace.SavedWords;
import dev.prodigy.runtime.world.Halt;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/// Takes a run up again: lock, journal, state, leftover processes, git, then the first event (spec 05
/// §2.2, 03 §14).
final class RunReopening {
    private static final Value.Fields NOTHING = new Value.Fields(Map.of());

    private final RunRequest.Host host;
    private final InstantSource clock;
    private final RandomGenerator random;
    private final RunRef ref;

    RunReopening(RunRequest.Host host, InstantSource clock, RandomGenerator random, RunRef ref) {
        this.host = host;
        this.clock = clock;
        this.random = random;
        this.ref = ref;
    }

    LiveRun resume(Reloading reloading, ResumeOptions options, RunService.Audience audience) {
        return reopen(
                audience,
                "resume",
                found -> {
                    refuseChild(found);
                    var kept = found.options()
                            .allowingFailures(options.overrides().allowFailures())
                            .overriddenBy(options.overrides());
                    var request = reloading.current(found.started(), found.record(), kept);
                    var changes = WorkflowChanges.accepted(
                            host.home(), ref, found.state(), found.record(), request, options.acceptChanges());
                    return new Loaded(request, changes);
                },
                (found, loaded, interrupted) -> new Signal.Resume(
                        resumed("resume", found.state(), options.overrides().toFields(), loaded.changes()),
                        interrupted,
                        failures(found, loaded),
                        options.retry(),
                        options.approved()));
    }

    /// A run that a step started goes on with the step's run, which knows what becomes of its result, or never.
    private void refuseChild(Found found) {
        var parent = found.started().parentRunId();
        if (parent != null) {
            var record = RunRecord.of(ref, found.state(), null);
            var root = RootRun.of(host.home(), record);
            boolean goesOn = root.filter(RootRun::goesOn).isPresent();
            throw new RunRefused(
                    "sub_workflow",
                    1,
                    ref.run() + " is a sub-workflow of " + parent
                            + (goesOn ? " and goes on with it" : " and was given up: nothing goes on with it any more"),
                    new NextCommand(host.home()).of(record));
        }
    }

    /// Items run with the recorded template (spec 03 §15).
    LiveRun redrive(Reloading reloading, RunService.RedriveOptions options, RunService.Audience audience) {
        return reopen(
                audience,
                "dlq retry",
                found -> new Loaded(reloading.recorded(found.started(), found.record(), found.options()), List.of()),
                (found, loaded, interrupted) -> new Signal.Redrive(
                        resumed("dlq_retry", found.state(), NOTHING, loaded.changes()),
                        options.items(),
                        options.givesUp(),
                        options.maxParallel(),
                        options.maxAttempts(),
                        options.filter(),
                        interrupted));
    }

    /// What the run's steps have committed is merged as its recorded workflow says (spec 05 §2.8).
    LiveRun merge(Reloading reloading, RunService.Audience audience) {
        return reopen(
                audience,
                "worktree merge",
                found -> new Loaded(reloading.recorded(found.started(), found.record(), found.options()), List.of()),
                (found, loaded, interrupted) -> new Signal.MergeAsked(
                        resumed(RunEvent.Resumed.MERGE, found.state(), NOTHING, loaded.changes()), interrupted));
    }

    /// Goes on with a run that a step of this process's run had started (spec 04 §5.8). Whether its workflow
    /// may have changed was decided when the caller was taken up. What the call gives now holds for what has
    /// not run yet (spec 05 §2.2).
    ///
    /// @param caller of the request
    /// @param halt ends the start
    LiveRun goOn(RunRequest request, Caller caller, Halt halt) {
        return reopen(
                RunService.Audience.none(halt),
                "resume",
                found -> {
                    var changes = WorkflowChanges.between(found.record(), request, found.started());
                    FixedAtStart.requireSameMode(ref, found.started(), request, changes);
                    var kept = request.with(caller.kept(found.started(), request.params()));
                    return new Loaded(kept.in(found.options().profile()), changes);
                },
                (found, loaded, interrupted) -> new Signal.Resume(
                        resumed(
                                "resume",
                                found.state(),
                                caller.overrides(
                                        found.started(), loaded.request().params()),
                                loaded.changes()),
                        interrupted,
                        failures(found, loaded),
                        null,
                        false));
    }

    /// What an earlier process left of the run.
    private record Found(RunState state, RunEvent.Started started, WorkflowRecord record) {
        RunOptions options() {
            return RunOptions.of(started);
        }
    }

    /// What is to go on.
    ///
    /// @param changes paths in which the workflow differs from the recorded one
    private record Loaded(RunRequest request, List<String> changes) {}

    /// Makes the first signal of the state that was found.
    private interface First {
        Signal of(Found found, Loaded loaded, Signal.Interrupted interrupted);
    }

    /// @param command that was asked for
    private LiveRun reopen(RunService.Audience audience, String command, Function<Found, Loaded> loading, First first) {
        var disk = new LocalDisk();
        var storage = Storage.open(host.home(), disk, host.settings().minFree(), clock.instant(), host.program());
        var folder = host.home().events(ref.repo(), ref.run());
        var lock = lock();
        JournalWriter writer = null;
        try {
            Found found;
            Loaded loaded;
            InputValues inputs;
            ForgottenSecrets.Found forgotten;
            try (var journal = FoldedJournal.open(host.home(), ref)) {
                var reader = journal.reader();
                var state = journal.state();
                JournalFold.requireUsable(reader, state);
                ItemStore.check(folder, state.loaded());
                found = new Found(state, started(state), WorkflowRecord.read(folder));
                GonePlace.refuseDirectory(ref, found.started());
                loaded = called(loading.apply(found), found);
                GonePlace.refuseTree(host.home(), ref, loaded.request().caller());
                inputs = InputReading.again(
                                loaded.request(),
                                atStart(found.started()),
                                ref.run(),
                                audience.early().halt())
                        .wholeAgain("prodigy " + command + " " + ref.run() + WorkflowChanges.consent(loaded.changes()));
                loaded = new Loaded(CompletedRequest.of(loaded.request(), inputs, host), loaded.changes());
                forgotten = new SecretsAgain(atStart(found.started()), ref)
                        .of(found.state(), loaded.request(), audience.early().halt());
                writer = JournalWriter.resume(lock, host.settings().journal(disk, clock), reader);
            }
            writer.recovery().ifPresent(entry -> Fold.apply(found.state(), EventCodec.decode(entry)));
            if (!loaded.changes().isEmpty()) {
                // consent was given: the next resume compares with what holds from now on
                WorkflowRecord.write(
                        disk,
                        folder,
                        loaded.request().loaded().source(),
                        loaded.request().loaded().parts(),
                        loaded.request().normalForm(),
                        loaded.request().loaded().withheld());
            }
            LeftoverProcesses.end(ref.run().text());
            return goOn(
                    found,
                    loaded,
                    new Holdings(storage, lock, writer, inputs.with(forgotten.known()), forgotten.warnings()),
                    audience,
                    first);
        } catch (RuntimeException e) {
            if (writer != null) {
                writer.close();
            }
            lock.close();
            throw e;
        }
    }

    /// What the run goes on with.
    ///
    /// @param warnings of what it does not know again
    private record Holdings(
            Storage storage, OwnerLock lock, JournalWriter writer, InputValues inputs, List<Warning> warnings) {}

    private LiveRun goOn(Found found, Loaded loaded, Holdings holdings, RunService.Audience audience, First first) {
        var started = found.started();
        var caller = loaded.request().caller();
        if (caller != null && caller.lostTree()) {
            found.state().ledger().worktreeMade(found.state().seq() + 1);
        }
        var storage = holdings.storage();
        var start = new StartDirectory.Start(ReopenedPlace.objectId(started.baseCommit()), started.target());
        SharedDirectory.check(
                start.commit() == null ? Isolation.NONE : Isolation.WORKTREE,
                loaded.request(),
                Path.of(started.path()));
        var workspace =
                new ReopenedPlace(atStart(started), ref).workspace(found.state(), loaded.request(), start, storage);
        var abandoned = workspace instanceof GitWorkspace git && found.state().items() != null
                ? new ItemChildren(host.home(), ref, git.site()).clear()
                : List.<Saved>of();
        var merging = new RunParts.Merging(
                start.target(),
                storage.folder(host.home().locks().resolve(ref.repo())).resolve("merge.lock"),
                audience.consent(),
                new CutOffMerges(host.home(), ref.repo()));
        if (workspace instanceof BranchWorkspace git) {
            StaleLocks.clear(git.site().repository().commonDir(), ref.run().text());
        }
        if (workspace instanceof GitWorkspace git) {
            settleMerge(new LateEvents(host, clock, ref, found.state(), holdings.writer()), git, merging, audience);
        }
        var basis = new RunAssembly.Basis(
                loaded.request(),
                ref,
                storage,
                workspace,
                holdings.lock(),
                holdings.writer(),
                merging,
                holdings.inputs());
        var events = new LateEvents(host, clock, ref, found.state(), holdings.writer());
        var signal = first.of(found, loaded, new InterruptedItems(host.home(), ref, events).find(workspace, start));
        var without = LateChanges.warnings(
                loaded.changes(), host.home(), ref, found.record(), loaded.request(), found.state(), retries(signal));
        var live = new RunAssembly(atStart(started), clock, random).assemble(basis, found.state(), signal, audience);
        var warnings = new ArrayList<>(CalledSecrets.missing(loaded.request(), holdings.inputs(), atStart(started)));
        abandoned.forEach(saved -> warnings.add(new Warning(
                "COMMITS_SAVED",
                "a run that an item had started died with it, and this was saved: " + SavedWords.of(saved))));
        warnings.addAll(without);
        warnings.addAll(holdings.warnings());
        live.begin(signal, warnings);
        return live;
    }

    private static boolean retries(Signal first) {
        return first instanceof Signal.Resume resume && resume.retry() != null;
    }

    /// A run that a step started, and that goes on without it.
    private Loaded called(Loaded loaded, Found found) {
        var request = loaded.request();
        return request.caller() != null
                ? loaded
                : new Loaded(request.calledBy(Caller.read(found.started())), loaded.changes());
    }

    private RunRequest.Host atStart(RunEvent.Started started) {
        return new RunRequest.Host(
                host.home(), Path.of(started.path()), host.environment(), host.program(), host.settings());
    }

    private RunEvent.Started started(RunState state) {
        if (state.started() == null) {
            throw new RunRefused(
                    "run_not_found", 2, "the journal of " + ref.run() + " has no beginning", "prodigy runs ls");
        }
        return state.started();
    }

    private OwnerLock lock() {
        var file = host.home().runLock(ref.repo(), ref.run());
        return switch (OwnerLock.tryTake(file, Owner.thisProcess(clock.instant()))) {
            case OwnerLock.Attempt.Taken(var lock) -> lock;
            case OwnerLock.Attempt.Busy(var owner) -> throw RunRefused.busy(ref, owner);
        };
    }

    /// The run is not live yet: of what it waits for its journal and its audience hear from here.
    private void settleMerge(
            LateEvents events, GitWorkspace workspace, RunParts.Merging merging, RunService.Audience audience) {
        try (var runner = new ProcessRunner(new SystemTimers())) {
            var processes = new MarkedMerge(runner.leftovers(), ref.run().text(), Map.of());
            var self = Owner.thisProcess(clock.instant()).forRun(ref.run().text());
            var turn = new MergeTurn(merging.lock(), self, words -> {
                var warning = new RunEvent.WarningRaised("MERGE_WAITS", words);
                audience.events().accept(List.of(events.add(Context.RUN, warning)));
            });
            new OpenMerge(ref, workspace.site(), turn, processes).settle(events);
        }
    }

    /// What the journal tells of items of whose last failure it is to be decided anew what follows.
    private Map<Integer, ItemEvent.Failed> failures(Found found, Loaded loaded) {
        var items = found.state().items();
        if (items == null || !(loaded.request().workflow() instanceof Workflow.MapReduce job)) {
            return Map.of();
        }
        var wanted =
                OpenFailures.of(items, job.header().errorPolicy().itemRetry().attempts());
        return wanted.isEmpty() ? Map.of() : LastFailures.read(host.home().events(ref.repo(), ref.run()), wanted);
    }

    private RunEvent.Resumed resumed(String reason, RunState state, Value.Fields overrides, List<String> changes) {
        Event before = state.outcome();
        return new RunEvent.Resumed(
                reason,
                before == null ? "interrupted" : RunStatus.of(before),
                overrides,
                changes,
                ProcessHandle.current().pid(),
                Owner.thisProcess(clock.instant()).host());
    }
}

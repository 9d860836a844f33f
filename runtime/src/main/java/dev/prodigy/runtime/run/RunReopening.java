package dev.prodigy.runtime.run;

import dev.prodigy.engine.item.AttemptResult;
import dev.prodigy.engine.run.Fold;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.engine.run.Signal;
import dev.prodigy.model.event.Event;
import dev.prodigy.model.event.RunEvent;
import dev.prodigy.model.event.WorktreeEvent;
import dev.prodigy.model.item.ItemId;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.Isolation;
import dev.prodigy.runtime.event.EventCodec;
import dev.prodigy.runtime.git.ItemAttempt;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.merge.MergedItems;
import dev.prodigy.runtime.home.LocalDisk;
import dev.prodigy.runtime.home.Owner;
import dev.prodigy.runtime.home.OwnerLock;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.home.Storage;
import dev.prodigy.runtime.journal.JournalReader;
import dev.prodigy.runtime.journal.JournalSettings;
import dev.prodigy.runtime.journal.JournalWriter;
import dev.prodigy.runtime.journal.WorkflowRecord;
import dev.prodigy.runtime.process.ProcessRunner;
import dev.prodigy.runtime.process.SystemTimers;
import dev.prodigy.runtime.view.RunStatus;
import dev.prodigy.runtime.workspace.GitWorkspace;
import dev.prodigy.runtime.workspace.Workspace;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Takes a run up again: lock, journal, state, leftover processes, git, then the first event (spec 05
/// §2.2, 03 §14).
final class RunReopening {
    private static final Duration GRACE = Duration.ofSeconds(5);

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

    LiveRun resume(RunService.Reloading reloading, RunService.ResumeOptions options, RunService.Audience audience) {
        return reopen(
                reloading,
                audience,
                options.maxParallel(),
                options.timeout(),
                options.allowFailures(),
                (state, merged) -> {
                    var event = resumed("resume", state);
                    return new Signal.Resume(event, merged, options.retryFailed());
                });
    }

    LiveRun redrive(RunService.Reloading reloading, RunService.RedriveOptions options, RunService.Audience audience) {
        return reopen(
                reloading,
                audience,
                null,
                null,
                false,
                (state, merged) -> new Signal.Redrive(
                        resumed("dlq_retry", state),
                        options.items(),
                        options.shaped(),
                        options.maxParallel(),
                        options.filter(),
                        merged));
    }

    /// Makes the first signal of the state that was found.
    private interface First {
        Signal of(RunState state, Map<Integer, AttemptResult.Succeeded> merged);
    }

    private LiveRun reopen(
            RunService.Reloading reloading,
            RunService.Audience audience,
            @Nullable Integer maxParallel,
            @Nullable Duration timeout,
            boolean allowFailures,
            First first) {
        var disk = new LocalDisk();
        var storage = Storage.open(host.home(), disk, host.limits().minFree(), clock.instant(), host.program());
        var folder = host.home().events(ref.repo(), ref.run());
        var lock = lock();
        try {
            RunState state;
            JournalWriter writer;
            try (var reader = JournalReader.open(folder)) {
                state = JournalFold.read(reader, folder);
                reader.requireUsable();
                writer = JournalWriter.resume(lock, JournalSettings.defaults(disk, clock), reader);
            }
            writer.recovery().ifPresent(entry -> Fold.apply(state, EventCodec.decode(entry)));
            var started = started(state);
            var options = RunOptions.read(started.settings()).changedBy(maxParallel, timeout, allowFailures);
            var record = WorkflowRecord.read(folder);
            var request = reloading.reload(started.workflowFile(), record.source(), options, started.params());
            var inputs = new InputReading(host).read(request);
            endLeftovers();
            var start = new Ground.Start(objectId(started.baseCommit()), started.target());
            var isolation = start.commit() == null ? Isolation.NONE : Isolation.WORKTREE;
            var workspace = Ground.of(atStart(started))
                    .workspace(
                            isolation,
                            storage,
                            ref.repo(),
                            ref.run(),
                            start,
                            objectId(state.sessionTip()),
                            request.workflow().header().worktree(),
                            _ -> {});
            var merging = new RunParts.Merging(
                    start.target(),
                    storage.folder(host.home().locks().resolve(ref.repo())).resolve("merge.lock"),
                    audience.consent());
            var basis = new RunAssembly.Basis(request, ref, storage, workspace, lock, writer, merging, inputs);
            var signal = first.of(state, merged(state, workspace, start));
            var live = new RunAssembly(atStart(started), clock, random).assemble(basis, state, audience);
            live.begin(signal, RunOpening.deadline(request));
            return live;
        } catch (RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    private RunRequest.Host atStart(RunEvent.Started started) {
        return new RunRequest.Host(
                host.home(), Path.of(started.path()), host.environment(), host.program(), host.limits());
    }

    private RunEvent.Started started(RunState state) {
        if (state.started() == null) {
            throw new RunRefused("run_not_found", 2, "the journal of " + ref.run() + " has no beginning", null);
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

    /// Whatever a dead process left running of this run is ended before anything goes on.
    private void endLeftovers() {
        try (var processes = new ProcessRunner(new SystemTimers())) {
            processes.leftovers().endMarked(mark -> mark.startsWith(ref.run().text() + "/"), GRACE);
        }
    }

    /// An intent without result: git knows whether the merge took place.
    private Map<Integer, AttemptResult.Succeeded> merged(RunState state, Workspace workspace, Ground.Start start) {
        var items = state.items();
        if (!(workspace instanceof GitWorkspace git)
                || start.commit() == null
                || items == null
                || state.mergeIntents().isEmpty()) {
            return Map.of();
        }
        var wanted = new HashSet<ItemAttempt>();
        state.mergeIntents()
                .keySet()
                .forEach(item -> wanted.add(new ItemAttempt(ref.run().text(), ItemId.of(item), items.attempts(item))));
        var found = MergedItems.among(git.site().repository(), start.commit(), git.tip(), wanted);
        var merged = new HashMap<Integer, AttemptResult.Succeeded>();
        found.keySet().forEach(attempt -> {
            int item = ItemId.index(attempt.itemId());
            if (state.mergeIntents().get(item) instanceof WorktreeEvent.MergeStarted intent
                    && intent.outcome() instanceof Value.Fields outcome) {
                merged.put(item, Outcomes.read(outcome));
            }
        });
        return merged;
    }

    private RunEvent.Resumed resumed(String reason, RunState state) {
        Event before = state.terminal();
        return new RunEvent.Resumed(
                reason,
                before == null ? "interrupted" : RunStatus.of(before),
                new FieldsWriter().done(),
                List.of(),
                ProcessHandle.current().pid(),
                Owner.thisProcess(clock.instant()).host());
    }

    private static @Nullable ObjectId objectId(@Nullable String hex) {
        return hex == null ? null : new ObjectId(hex);
    }
}

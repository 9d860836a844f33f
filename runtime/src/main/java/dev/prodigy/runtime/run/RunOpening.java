package dev.prodigy.runtime.run;

import dev.prodigy.engine.run.RunState;
import dev.prodigy.engine.run.Signal;
import dev.prodigy.model.event.RunEvent;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.Header;
import dev.prodigy.model.workflow.Isolation;
import dev.prodigy.model.workflow.Workflow;
import dev.prodigy.model.workflow.WorktreeOptions;
import dev.prodigy.runtime.home.LocalDisk;
import dev.prodigy.runtime.home.Owner;
import dev.prodigy.runtime.home.OwnerLock;
import dev.prodigy.runtime.home.Repositories;
import dev.prodigy.runtime.home.RunId;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.home.Storage;
import dev.prodigy.runtime.journal.JournalWriter;
import dev.prodigy.runtime.journal.WorkflowRecord;
import dev.prodigy.runtime.run.input.AgentPrograms;
import dev.prodigy.runtime.run.input.CalledProfiles;
import dev.prodigy.runtime.run.input.CalledSecrets;
import dev.prodigy.runtime.run.input.CompletedRequest;
import dev.prodigy.runtime.run.input.InputReading;
import dev.prodigy.runtime.run.place.CallerTree;
import dev.prodigy.runtime.run.place.SharedDirectory;
import dev.prodigy.runtime.run.place.StartDirectory;
import dev.prodigy.runtime.run.replay.ChildJournal;
import dev.prodigy.runtime.run.replay.CutOffMerges;
import dev.prodigy.runtime.run.request.Caller;
import dev.prodigy.runtime.run.request.RunOptions;
import dev.prodigy.runtime.run.request.RunRequest;
import dev.prodigy.runtime.run.request.Warning;
import dev.prodigy.runtime.run.stage.RunParts;
import dev.prodigy.runtime.view.EffectiveSettings;
import dev.prodigy.runtime.world.Halt;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Opens a new run: everything that can refuse it comes first, then storage, then the first event (spec
/// 05 §2.1).
final class RunOpening {
    private final RunRequest.Host host;
    private final InstantSource clock;
    private final RandomGenerator random;

    RunOpening(RunRequest.Host host, InstantSource clock, RandomGenerator random) {
        this.host = host;
        this.clock = clock;
        this.random = random;
    }

    /// Starts a run as a person asks.
    LiveRun open(RunRequest asked, RunService.Audience audience) {
        var id = RunId.create(kind(asked.workflow()), clock.instant(), random);
        var inputs = InputReading.of(asked, host, id, audience.early().halt()).whole();
        var request = CompletedRequest.of(asked, inputs, host);
        var header = request.workflow().header();
        var options = request.options();
        var here = StartDirectory.of(host);
        var isolation = here.isolation(request);
        SharedDirectory.check(isolation, request, host.directory());
        var start = here.start(isolation, header.worktree(), options.place());
        var storage = storage();
        var repo = Repositories.claim(storage, here.mainFolder(), here.gitDir());
        var ref = new RunRef(repo, id);
        var record = record(request, storage, ref);
        var workspace =
                here.workspace(isolation, storage, repo, id, start, StartDirectory.Reached.NOTHING, request.workflow());
        var merging = new RunParts.Merging(
                start.target(),
                storage.folder(host.home().locks().resolve(repo)).resolve("merge.lock"),
                audience.consent(),
                new CutOffMerges(host.home(), repo));
        var basis = new RunAssembly.Basis(
                request, ref, storage, workspace, record.lock(), record.writer(), merging, inputs);
        var warnings = new ArrayList<Warning>();
        idlePlaces(isolation, options.place(), header).ifPresent(warnings::add);
        uncommitted(here.uncommittedChanges(isolation)).ifPresent(warnings::add);
        return begin(
                basis,
                audience,
                new Beginning(record.hash(), here.mainFolder(), start, workspace.branch(), workspace.sessionPath()),
                warnings);
    }

    private static Optional<Warning> uncommitted(int changes) {
        var message = changes + (changes == 1 ? " uncommitted change of" : " uncommitted changes of")
                + " your checkout " + (changes == 1 ? "is" : "are")
                + " not in the worktrees, which start from the commit";
        return changes > 0 ? Optional.of(new Warning("UNCOMMITTED_CHANGES", message)) : Optional.empty();
    }

    /// What is idle by the workflow's own isolation is found when that is checked; the command line and the place are
    /// nobody's to check before.
    private static Optional<Warning> idlePlaces(Isolation isolation, RunOptions.Place asked, Header header) {
        boolean isChecked = header.isolation() == Isolation.NONE;
        var idle = Stream.of(
                        asked.base() == null ? null : "--base",
                        asked.target() == null ? null : "--target",
                        isChecked || header.worktree().equals(WorktreeOptions.DEFAULT) ? null : "worktree:",
                        isChecked || header.merge().phase().steps().isEmpty() ? null : "merge:")
                .filter(Objects::nonNull)
                .toList();
        var message = String.join(" and ", idle) + (idle.size() == 1 ? " has" : " have")
                + " no effect: with isolation: none there is no worktree";
        return isolation == Isolation.NONE && !idle.isEmpty()
                ? Optional.of(new Warning("NO_EFFECT", message))
                : Optional.empty();
    }

    /// Starts a run for a step, in the tree of the step's run. It has no worktree, branch or target of
    /// its own.
    ///
    /// @param halt ends the start
    LiveRun openChild(RunRequest asked, Caller caller, RunRef ref, Halt halt) {
        var read = InputReading.of(asked, host, ref.run(), halt);
        var request = read.wholeForStep();
        var tree = CallerTree.of(host, caller.place());
        var isolation = tree.isolation(request.workflow());
        SharedDirectory.check(isolation, request, host.directory());
        var start = tree.start(isolation);
        var storage = storage();
        var record = record(request, storage, ref);
        var workspace = tree.workspace(
                storage, ref, start, null, request.workflow().header().worktree());
        var basis = new RunAssembly.Basis(
                request,
                ref,
                storage,
                workspace,
                record.lock(),
                record.writer(),
                RunParts.Merging.none(host.home()),
                read.values());
        var beginning = new Beginning(
                record.hash(), StartDirectory.of(host).mainFolder(), new StartDirectory.Start(start, null), null, null);
        return begin(basis, RunService.Audience.none(halt), beginning, List.of());
    }

    /// What the first event tells of a run beside the request.
    ///
    /// @param branch of the run's own, or null
    /// @param worktree of the run's own, or null
    private record Beginning(
            String hash,
            Path repo,
            StartDirectory.Start start,
            @Nullable String branch,
            @Nullable String worktree) {}

    /// The durable beginning of a run.
    private record Recorded(OwnerLock lock, String hash, JournalWriter writer) {}

    private Storage storage() {
        return Storage.open(host.home(), new LocalDisk(), host.settings().minFree(), clock.instant(), host.program());
    }

    private Recorded record(RunRequest request, Storage storage, RunRef ref) {
        var disk = new LocalDisk();
        var folder = storage.folder(host.home().events(ref.repo(), ref.run()));
        var lock = lock(ref.repo(), ref.run());
        try {
            var record = WorkflowRecord.write(
                    disk,
                    folder,
                    request.loaded().source(),
                    request.loaded().parts(),
                    request.normalForm(),
                    request.loaded().withheld());
            return new Recorded(
                    lock,
                    record.sha256(),
                    JournalWriter.create(lock, host.settings().journal(disk, clock)));
        } catch (RuntimeException e) {
            lock.close();
            ChildJournal.removeAfter(e, folder);
            throw e;
        }
    }

    private LiveRun begin(
            RunAssembly.Basis basis, RunService.Audience audience, Beginning beginning, List<Warning> ofBeginning) {
        var request = basis.request();
        var caller = request.caller();
        var profile = request.options().profile().kept(request.workflow().header());
        var settings =
                EffectiveSettings.withFilled(request.options().in(profile).toFields(), request.workflow());
        var start = beginning.start();
        var started = new RunEvent.Started(
                request.workflow().header().name(),
                request.loaded().path(),
                beginning.hash(),
                request.workflow().mode().word(),
                host.program(),
                ProcessHandle.current().pid(),
                basis.lock().owner().host(),
                beginning.repo().toString(),
                host.directory().toString(),
                start.commit() == null ? null : start.commit().hex(),
                beginning.branch(),
                beginning.worktree(),
                start.target(),
                new Value.Fields(request.params()),
                new Value.Fields(Map.of()),
                caller == null ? settings : caller.in(settings),
                caller == null ? null : caller.runId());
        var first = new Signal.Begin(started);
        var live = assembled(basis, first, audience);
        var warnings = new ArrayList<>(ofBeginning);
        AgentPrograms.missing(request.workflow(), host.environment())
                .forEach(message -> warnings.add(new Warning("AGENT_NOT_FOUND", message)));
        warnings.addAll(CalledSecrets.missing(request, basis.inputs(), host));
        warnings.addAll(CalledProfiles.missing(request));
        live.begin(first, warnings);
        return live;
    }

    /// A run that is refused, or cannot be made, leaves nothing behind.
    private LiveRun assembled(RunAssembly.Basis basis, Signal first, RunService.Audience audience) {
        try {
            return new RunAssembly(host, clock, random).assemble(basis, new RunState(), first, audience);
        } catch (RuntimeException e) {
            basis.writer().close();
            basis.lock().close();
            ChildJournal.removeAfter(
                    e, host.home().events(basis.ref().repo(), basis.ref().run()));
            throw e;
        }
    }

    private OwnerLock lock(String repo, RunId id) {
        return switch (OwnerLock.tryTake(host.home().runLock(repo, id), Owner.thisProcess(clock.instant()))) {
            case OwnerLock.Attempt.Taken(var lock) -> lock;
            case OwnerLock.Attempt.Busy _ -> throw new IllegalStateException("a new run's lock is held: " + id);
        };
    }

    /// @return what the ids of its runs begin with
    static RunId.Kind kind(Workflow workflow) {
        return switch (workflow) {
            case Workflow.Standard _ -> RunId.Kind.WORKFLOW;
            case Workflow.MapReduce _ -> RunId.Kind.MAPREDUCE;
        };
    }
}

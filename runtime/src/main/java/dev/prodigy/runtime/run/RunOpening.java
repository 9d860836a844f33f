package dev.prodigy.runtime.run;

import dev.prodigy.engine.run.RunState;
import dev.prodigy.engine.run.Signal;
import dev.prodigy.model.event.RunEvent;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.Workflow;
import dev.prodigy.runtime.home.LocalDisk;
import dev.prodigy.runtime.home.Owner;
import dev.prodigy.runtime.home.OwnerLock;
import dev.prodigy.runtime.home.Repositories;
import dev.prodigy.runtime.home.RunId;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.home.Storage;
import dev.prodigy.runtime.journal.JournalSettings;
import dev.prodigy.runtime.journal.JournalWriter;
import dev.prodigy.runtime.journal.WorkflowRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.random.RandomGenerator;

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

    LiveRun open(RunRequest request, RunService.Audience audience) {
        var header = request.workflow().header();
        refuseSubWorkflows(request);
        var options = request.options();
        var ground = Ground.of(host);
        var isolation = ground.isolation(
                options.place().isolation() == null
                        ? header.isolation()
                        : options.place().isolation());
        var start = ground.start(isolation, header.worktree(), options.place());
        var inputs = new InputReading(host).read(request);

        var disk = new LocalDisk();
        var storage = Storage.open(host.home(), disk, host.limits().minFree(), clock.instant(), host.program());
        var repo = Repositories.claim(storage, ground.mainFolder(), ground.gitDir());
        var id = RunId.create(kind(request.workflow()), clock.instant(), random);
        var folder = storage.folder(host.home().events(repo, id));
        var lock = lock(repo, id);
        var record = WorkflowRecord.write(disk, folder, request.recordedSource(), request.normalForm());
        var writer = JournalWriter.create(lock, JournalSettings.defaults(disk, clock));
        var workspace =
                ground.workspace(isolation, storage, repo, id, start, null, request.workflow(), RunOpening::unheard);
        var merging = new RunParts.Merging(
                start.target(),
                storage.folder(host.home().locks().resolve(repo)).resolve("merge.lock"),
                audience.consent());
        var basis =
                new RunAssembly.Basis(request, new RunRef(repo, id), storage, workspace, lock, writer, merging, inputs);
        var live = assembled(basis, audience);
        var started = new RunEvent.Started(
                header.name(),
                request.file(),
                record.sha256(),
                request.workflow().mode().word(),
                host.program(),
                ProcessHandle.current().pid(),
                lock.owner().host(),
                ground.mainFolder().toString(),
                host.directory().toString(),
                start.commit() == null ? null : start.commit().hex(),
                workspace.branch(),
                workspace.sessionPath(),
                start.target(),
                new Value.Fields(request.params()),
                new Value.Fields(Map.of()),
                options.toFields(),
                null);
        int uncommitted = ground.uncommittedChanges(isolation);
        live.begin(new Signal.Begin(started));
        AgentPrograms.missing(request.workflow(), host.environment())
                .forEach(message -> live.warn("AGENT_NOT_FOUND", message));
        if (uncommitted > 0) {
            live.warn(
                    "UNCOMMITTED_CHANGES",
                    uncommitted + (uncommitted == 1 ? " uncommitted change of" : " uncommitted changes of")
                            + " your checkout " + (uncommitted == 1 ? "is" : "are")
                            + " not in the worktrees, which start from the commit");
        }
        return live;
    }

    /// A run that is refused leaves nothing behind.
    private LiveRun assembled(RunAssembly.Basis basis, RunService.Audience audience) {
        try {
            return new RunAssembly(host, clock, random).assemble(basis, new RunState(), audience);
        } catch (RunRefused refused) {
            basis.writer().close();
            remove(host.home().events(basis.ref().repo(), basis.ref().run()));
            throw refused;
        }
    }

    private static void remove(Path folder) {
        try (var files = Files.list(folder)) {
            for (var file : files.toList()) {
                Files.delete(file);
            }
            Files.delete(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Entries of `workflows` would run before the first step; leaving them out silently would be a
    /// false success.
    private static void refuseSubWorkflows(RunRequest request) {
        if (!request.workflow().header().workflows().isEmpty()) {
            throw new RunRefused(
                    "not_supported",
                    2,
                    "sub-workflows (`workflows`) cannot be run by this version",
                    "run them one after the other, or call prodigy in a shell step");
        }
    }

    private OwnerLock lock(String repo, RunId id) {
        return switch (OwnerLock.tryTake(host.home().runLock(repo, id), Owner.thisProcess(clock.instant()))) {
            case OwnerLock.Attempt.Taken(var lock) -> lock;
            case OwnerLock.Attempt.Busy _ -> throw new IllegalStateException("a new run's lock is held: " + id);
        };
    }

    private static RunId.Kind kind(Workflow workflow) {
        return switch (workflow) {
            case Workflow.Standard _ -> RunId.Kind.WORKFLOW;
            case Workflow.MapReduce _ -> RunId.Kind.MAPREDUCE;
        };
    }

    /// Before the first event nobody can be told; what git mended then it tells again when it is used.
    private static void unheard(String warning) {
        System.getLogger(RunOpening.class.getName()).log(System.Logger.Level.DEBUG, warning);
    }
}

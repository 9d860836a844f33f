package dev.prodigy.runtime.run.forecast;

import dev.prodigy.engine.redact.Redactor;
import dev.prodigy.engine.run.RunSetting;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.engine.run.StageState;
import dev.prodigy.model.event.RunEvent;
import dev.prodigy.model.text.Setting;
import dev.prodigy.model.workflow.MapPhase;
import dev.prodigy.model.workflow.Workflow;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.journal.WorkflowRecord;
import dev.prodigy.runtime.run.changes.LateChanges;
import dev.prodigy.runtime.run.changes.WorkflowChanges;
import dev.prodigy.runtime.run.input.CalledProfiles;
import dev.prodigy.runtime.run.input.CalledSecrets;
import dev.prodigy.runtime.run.input.CompletedRequest;
import dev.prodigy.runtime.run.input.InputReading;
import dev.prodigy.runtime.run.input.InputScope;
import dev.prodigy.runtime.run.place.SharedDirectory;
import dev.prodigy.runtime.run.place.StartDirectory;
import dev.prodigy.runtime.run.replay.FoldedJournal;
import dev.prodigy.runtime.run.replay.JournalFold;
import dev.prodigy.runtime.run.request.Reloading;
import dev.prodigy.runtime.run.request.ResumeOptions;
import dev.prodigy.runtime.run.request.RunOptions;
import dev.prodigy.runtime.run.request.RunRefused;
import dev.prodigy.runtime.run.request.RunRequest;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Says what a run would do. Refuses what would be refused; executes, writes and locks nothing (spec 05 §2.1).
public final class RunForecast {
    private final RunRequest.Host host;

    /// @param host where the run would be started
    public RunForecast(RunRequest.Host host) {
        this.host = host;
    }

    /// @throws RunRefused for what could not be started
    public RunPreview of(RunRequest asked) {
        var read = InputReading.withoutCommands(asked, host);
        var inputs = read.whole();
        var request = CompletedRequest.of(asked, inputs, host);
        var header = request.workflow().header();
        var place = request.options().place();
        var here = StartDirectory.of(host);
        var isolation = here.isolation(request);
        SharedDirectory.check(isolation, request, host.directory());
        var start = here.start(isolation, header.worktree(), place);
        var foresight = new Foresight(InputScope.of(request, inputs, host));
        var redactor = read.redactor();
        return new RunPreview(
                ForeseenSteps.of(request, foresight, new RunState(), redactor),
                passes(request, new RunState()),
                items(request, foresight, read.declared(), new Folder(host.directory(), here, start.commit())),
                limits(request, null),
                Stream.concat(
                                CalledSecrets.missing(asked, inputs, host).stream(),
                                CalledProfiles.missing(asked).stream())
                        .toList(),
                redactor);
    }

    /// @throws RunRefused for what could not be resumed
    public RunPreview ofResume(RunRef run, Reloading reloading, ResumeOptions options) {
        try (var journal = FoldedJournal.open(host.home(), run)) {
            var state = journal.idleState(host.home(), run);
            JournalFold.requireUsable(journal.reader(), state);
            var folder = host.home().events(run.repo(), run.run());
            var started = started(run, state);
            var record = WorkflowRecord.read(folder);
            var asked = resumed(reloading, options, started, record);
            var changes = WorkflowChanges.accepted(host.home(), run, state, record, asked, options.acceptChanges());
            var there = new RunRequest.Host(
                    host.home(), Path.of(started.path()), host.environment(), host.program(), host.settings());
            var read = InputReading.again(asked, there, run.run(), null);
            var inputs = read.wholeAgain("prodigy resume " + run.run() + WorkflowChanges.consent(changes));
            var request = CompletedRequest.of(asked, inputs, host);
            var foresight = new Foresight(InputScope.of(request, inputs, there));
            var redactor = read.redactor();
            var table = state.items();
            var loaded = state.loaded();
            var items = table == null || loaded == null
                    ? items(
                            request,
                            foresight,
                            read.declared(),
                            new Folder(there.directory(), StartDirectory.of(there), commit(started)))
                    : ForeseenItems.loaded(
                            loaded,
                            folder,
                            item -> ForeseenItems.ofResume(table, item, options.retry() != null),
                            ForeseenItems.toRun(table, options.retry(), attempts(request)));
            return new RunPreview(
                    ForeseenSteps.of(request, foresight, state, redactor),
                    passes(request, state),
                    items,
                    limits(request, state),
                    Stream.concat(
                                    CalledSecrets.missing(asked, inputs, there).stream(),
                                    LateChanges.warnings(
                                            changes, host.home(), run, record, request, state, options.retry() != null)
                                            .stream())
                            .toList(),
                    redactor);
        }
    }

    private static int attempts(RunRequest request) {
        return request.workflow().header().errorPolicy().itemRetry().attempts();
    }

    private static RunEvent.Started started(RunRef run, RunState state) {
        if (state.started() == null) {
            throw new RunRefused(
                    "run_not_found", 2, "the journal of " + run.run() + " has no beginning", "prodigy runs ls");
        }
        return state.started();
    }

    private static RunRequest resumed(
            Reloading reloading, ResumeOptions options, RunEvent.Started started, WorkflowRecord record) {
        var kept = RunOptions.of(started).allowingFailures(options.overrides().allowFailures());
        return reloading.current(started, record, kept.overriddenBy(options.overrides()));
    }

    private static @Nullable ObjectId commit(RunEvent.Started started) {
        return started.baseCommit() == null ? null : new ObjectId(started.baseCommit());
    }

    /// @return how many passes are ahead at most; null where a workflow has none
    private static @Nullable Integer passes(RunRequest request, RunState state) {
        return switch (request.workflow()) {
            case Workflow.Standard _ ->
                Math.toIntExact(request.options().passes().stages().stream()
                        .filter(pass -> !(state.stage(pass) instanceof StageState.Done))
                        .count());
            case Workflow.MapReduce _ -> null;
        };
    }

    private static RunPreview.@Nullable Items items(
            RunRequest request, Foresight foresight, Redactor declared, Folder folder) {
        return request.workflow() instanceof Workflow.MapReduce mapReduce
                ? new ForeseenItems(mapReduce, foresight, declared, folder::content).items()
                : null;
    }

    /// Where input files are looked for: a worktree has what its commit has, elsewhere files are what they are.
    ///
    /// @param commit null outside of worktrees
    private record Folder(
            Path directory, StartDirectory here, @Nullable ObjectId commit) {
        byte @Nullable [] content(String name) {
            if (commit != null && !Path.of(name).isAbsolute()) {
                return here.content(commit, name);
            }
            var file = directory.resolve(name);
            try {
                return Files.isRegularFile(file) ? Files.readAllBytes(file) : null;
            } catch (IOException e) {
                return null;
            }
        }
    }

    /// @param state of the run that goes on, or null; what was set while it ran wins over its beginning
    private static RunPreview.Limits limits(RunRequest request, @Nullable RunState state) {
        var options = request.options();
        var timeout = options.timeout() == null
                ? Setting.known(request.workflow().header().timeout())
                : options.timeout();
        var setTimeout = setting(state, RunSetting.TIMEOUT_MS);
        var deadline = setTimeout == null ? timeout : Duration.ofMillis(setTimeout.longValue());
        if (!(request.workflow() instanceof Workflow.MapReduce mapReduce)) {
            return new RunPreview.Limits(null, null, null, deadline);
        }
        var policy = mapReduce.header().errorPolicy();
        var parallel = setting(state, RunSetting.MAX_PARALLEL);
        var failures = setting(state, RunSetting.MAX_FAILURES);
        var threshold = setting(state, RunSetting.FAILURE_THRESHOLD);
        return new RunPreview.Limits(
                parallel == null ? parallel(mapReduce, options) : Integer.valueOf(parallel.intValue()),
                failures == null ? policy.maxFailures() : Integer.valueOf(failures.intValue()),
                threshold == null ? policy.failureThreshold() : Double.valueOf(threshold.doubleValue()),
                deadline);
    }

    private static @Nullable Integer parallel(Workflow.MapReduce workflow, RunOptions options) {
        if (options.maxParallel() != null) {
            return options.maxParallel();
        }
        var written = workflow.map().maxParallel();
        return written == null ? Integer.valueOf(MapPhase.DEFAULT_PARALLEL) : Setting.known(written);
    }

    private static @Nullable BigDecimal setting(@Nullable RunState state, RunSetting setting) {
        return state == null ? null : state.settings().number(setting);
    }
}

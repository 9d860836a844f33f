package dev.prodigy.cli.run;

import dev.prodigy.cli.command.CommandFailure;
import dev.prodigy.cli.command.Globals;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.command.Option;
import dev.prodigy.cli.command.Values;
import dev.prodigy.cli.config.ConfigCheck;
import dev.prodigy.cli.config.ConfigKey;
import dev.prodigy.cli.config.Configuration;
import dev.prodigy.cli.progress.Progress;
import dev.prodigy.cli.progress.StepNames;
import dev.prodigy.cli.progress.Tally;
import dev.prodigy.cli.runs.RunServices;
import dev.prodigy.cli.runs.StartingPlace;
import dev.prodigy.engine.decide.RunDecider;
import dev.prodigy.engine.item.ItemState;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.model.event.Event;
import dev.prodigy.model.event.Recorded;
import dev.prodigy.model.event.RunEvent;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.journal.WorkflowRecord;
import dev.prodigy.runtime.process.ProcessRunner;
import dev.prodigy.runtime.run.EarlyStop;
import dev.prodigy.runtime.run.LiveRun;
import dev.prodigy.runtime.run.RunService;
import dev.prodigy.runtime.run.request.Reloading;
import dev.prodigy.runtime.run.request.ResumeOptions;
import dev.prodigy.runtime.run.request.RunOptions;
import dev.prodigy.runtime.run.request.RunRefused;
import dev.prodigy.runtime.run.request.RunRequest;
import dev.prodigy.runtime.run.request.RunnableWorkflow;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Carries a run out while its progress is shown and signals are heard: what `run`, `resume` and `dlq
/// retry` share.
public final class Execution {
    /// Width of the map phase.
    public static final Option<Integer> MAX_PARALLEL =
            Option.value(Values::parallelism, "N", "items at once, instead of the workflow's", "--max-parallel");

    /// The run's deadline.
    static final Option<Duration> TIMEOUT =
            Option.value(Values::seconds, "DURATION", "the run's own deadline, instead of the workflow's", "--timeout");

    /// Failed items do not spoil the exit code.
    public static final Option<Boolean> ALLOW_FAILURES =
            Option.flag("completed_with_failures ends with 0; the status stays", "--allow-failures");

    /// Consent to the merge.
    static final Option<Boolean> AUTO_MERGE = Option.flag("merge at the end without asking, as --yes", "--auto-merge");

    /// Refusal of the merge.
    static final Option<Boolean> NO_MERGE = Option.flag("never merge", "--no-merge");

    /// Only says what would be done.
    static final Option<Boolean> DRY_RUN =
            Option.flag("print what would be done, as `prodigy plan`; nothing is run or written", "--dry-run");

    /// What runs that begin and runs that are taken up again can be given.
    static final List<Option<?>> OPTIONS =
            List.of(MAX_PARALLEL, TIMEOUT, ALLOW_FAILURES, AUTO_MERGE, NO_MERGE, DRY_RUN);

    /// The same where a timeout is that of a step.
    static final List<Option<?>> OPTIONS_BUT_TIMEOUT =
            List.of(MAX_PARALLEL, ALLOW_FAILURES, AUTO_MERGE, NO_MERGE, DRY_RUN);

    /// `-vv`
    private static final int GIT_SHOWN = 2;

    private final Invocation call;
    private final RunService service;
    private final AtomicReference<@Nullable Progress> shown = new AtomicReference<>();
    private final Configuration configuration;
    private Merging merging;
    private final StepNames names = new StepNames();
    private final ParameterFiles parameterFiles;

    /// Works on a run that is there.
    ///
    /// @throws CommandFailure when the options contradict each other
    public Execution(Invocation call, RunRef run) {
        this(call, Merging.ASKED, run);
    }

    /// Works on a run that is there.
    ///
    /// @throws CommandFailure when the options contradict each other
    Execution(Invocation call, Merging merging, RunRef run) {
        this(call, merging, StartingPlace.of(call.console(), run));
    }

    /// Starts runs.
    ///
    /// @throws CommandFailure when the options contradict each other
    Execution(Invocation call, Merging merging) {
        this(call, merging, call.console().directory());
    }

    /// @param started the directory whose repository configures the runs
    private Execution(Invocation call, Merging merging, Path started) {
        if (call.has(NO_MERGE) && (call.has(AUTO_MERGE) || call.has(Globals.YES))) {
            throw CommandFailure.usage("--no-merge and --yes exclude each other", null);
        }
        this.call = call;
        this.merging = merging;
        this.parameterFiles = new ParameterFiles(call.console().directory());
        this.configuration = ConfigCheck.usable(call, started);
        this.service = RunServices.of(call.console(), started, call.verbosity() < GIT_SHOWN ? _ -> {} : this::showGit);
    }

    private void showGit(String command) {
        var progress = shown.get();
        if (progress == null) {
            call.console().err().println(command);
        } else {
            progress.say(command);
        }
    }

    /// @return what is configured
    Configuration configuration() {
        return configuration;
    }

    /// The environment says it as the command line does (spec 05 §4).
    ///
    /// @param given by the command line, or null
    /// @return how many items a run that is taken up runs at once from now on; null: as before
    public @Nullable Integer width(@Nullable Integer given) {
        return given == null && configuration.aboveTheWorkflow(ConfigKey.MAX_PARALLEL) instanceof Value.Num(var number)
                ? Integer.valueOf(number.intValue())
                : given;
    }

    /// @return the files of parameters, whoever asks for them
    ParameterFiles parameterFiles() {
        return parameterFiles;
    }

    /// @return what loads workflows
    WorkflowLoading loading() {
        return new WorkflowLoading(call, configuration, parameterFiles);
    }

    /// @return what starts runs
    public RunService service() {
        return service;
    }

    /// @return whether the run that begins is merged without asking, and so are its resumes
    boolean mergesUnasked() {
        return merging == Merging.UNASKED && !call.has(NO_MERGE);
    }

    /// Goes on with a run: whether anyone is asked before it is merged was said at its start.
    ///
    /// @param state what it had come to
    /// @return this
    public Execution of(RunState state) {
        var started = state.started();
        if (merging == Merging.ASKED && started != null && RunOptions.mergesUnasked(started)) {
            merging = Merging.UNASKED;
        }
        return this;
    }

    /// Starts a run and stays with it to its end; with `--dry-run` only says what it would do.
    ///
    /// @param loading what loaded the workflow
    /// @return the exit code
    int start(WorkflowLoading loading, RunRequest request) {
        return call.has(DRY_RUN) ? plan(loading, request) : begin(loading, request);
    }

    /// Says what a run would do.
    ///
    /// @param loading what loaded the workflow
    /// @return the exit code
    int plan(WorkflowLoading loading, RunRequest request) {
        return new PlanReport(call, loading).print(request.loaded(), service.preview(request));
    }

    private int begin(WorkflowLoading loading, RunRequest request) {
        names.takeFrom(request.loaded().workflow(), loading.redactor());
        var ended = carryOut(new Tally(), _ -> {}, audience -> service.start(request, audience));
        return report(ended);
    }

    /// Takes a run up again and stays with it to its end.
    ///
    /// @param state what it had come to
    /// @param pipedAgain whether stdin has its workflow as it is now
    /// @return the exit code
    int resume(RunRef run, RunState state, boolean pipedAgain, ResumeOptions options) {
        var loading = loading();
        if (pipedAgain) {
            loading.pipedAgain();
        }
        if (call.has(DRY_RUN)) {
            return preview(loading, run, options);
        }
        var reloading = reloading(loading, _ -> {}, null);
        return report(of(state)
                .carryOut(seeded(state), _ -> {}, audience -> service.resume(run, reloading, options, audience)));
    }

    private int preview(WorkflowLoading loading, RunRef run, ResumeOptions options) {
        var loaded = new AtomicReference<RunnableWorkflow>();
        var preview = service.preview(run, reloading(loading, loaded::set, null), options);
        return new PlanReport(call, loading).print(Objects.requireNonNull(loaded.get()), preview);
    }

    /// How a run went.
    ///
    /// @param terminal its last event
    /// @param at when that was
    public record Ended(RunRef run, Event terminal, Instant at) {}

    /// Carries a run out, whatever begins it.
    ///
    /// @param heard gets every durable event; never blocks
    public Ended carryOut(Tally tally, Consumer<Recorded> heard, Function<RunService.Audience, LiveRun> beginning) {
        ProcessRunner.adoptOrphans();
        try (var progress = Progress.begin(call, tally, names)) {
            shown.set(progress);
            var err = call.console().err();
            var early = new EarlyStop();
            var again = merging == Merging.COMMANDED ? "prodigy worktree merge " : "prodigy resume ";
            var stop = new SignalStop(
                    line -> progress.undisturbed(() -> {
                        err.println(line);
                        err.flush();
                        return line;
                    }),
                    new CutOffResult(call, again),
                    again,
                    (_, immediately) -> early.end(immediately));
            var consent = new TerminalConsent(call, progress, merging, configuration.text(ConfigKey.MERGE));
            Consumer<String> heardSignal = signal -> {
                stop.heard(signal);
                consent.withdraw();
            };
            try (var _ = new ProcessSignals(heardSignal)) {
                var last = new AtomicReference<Instant>();
                Consumer<List<Recorded>> events = batch -> {
                    progress.accept(batch);
                    batch.forEach(heard);
                    batch.stream()
                            .filter(each -> RunDecider.isTerminal(each.event()))
                            .forEach(each -> last.set(each.timestamp()));
                };
                var audience = new RunService.Audience(events, consent, early);
                var live = begun(early, stop, () -> beginning.apply(audience));
                stop.watch(live.ref().run().text(), (signal, immediately) -> live.stop("signal", signal, immediately));
                var terminal = live.await();
                stop.ended();
                var at = last.get() == null ? call.console().clock().instant() : last.get();
                return new Ended(live.ref(), terminal, at);
            }
        }
    }

    private static LiveRun begun(EarlyStop early, SignalStop stop, Supplier<LiveRun> beginning) {
        try {
            return early.await(beginning);
        } catch (RunRefused e) {
            var signal = stop.first();
            if (signal != null && e.code().equals(EarlyStop.CANCELLED)) {
                throw new CommandFailure(
                        SignalStop.exitCode(signal), e.code(), signal + ": " + e.getMessage(), "repeat the command");
            }
            throw e;
        }
    }

    /// @return what a display knows of a run before its next event
    private static Tally seeded(RunState state) {
        var tally = new Tally();
        tally.seed(state.quota());
        var items = state.items();
        if (items != null) {
            tally.seed(
                    items.total(),
                    items.count(ItemState.SUCCESSFUL),
                    items.in(ItemState.FAILED::equals),
                    items.in(ItemState.SKIPPED::equals));
        }
        return tally;
    }

    /// @param takingParameters the command that goes on where parameters have to be given again
    /// @return how a recorded workflow becomes one that can go on
    public Reloading reloading(String takingParameters) {
        return reloading(loading(), _ -> {}, takingParameters);
    }

    /// @param takingParameters null for this very command
    private Reloading reloading(
            WorkflowLoading loading, Consumer<RunnableWorkflow> loaded, @Nullable String takingParameters) {
        return new Reloading() {
            @Override
            public RunRequest current(RunEvent.Started started, WorkflowRecord record, RunOptions options) {
                var params = Parameters.resumed(
                        call, parameterFiles, started, PassOptions.lacking(call, options), takingParameters);
                loading.startedIn(started.path());
                return request(loading.reload(started.workflowFile(), record, params), params, options);
            }

            @Override
            public RunRequest recorded(RunEvent.Started started, WorkflowRecord record, RunOptions options) {
                var params = Parameters.resumed(
                        call, parameterFiles, started, PassOptions.lacking(call, options), takingParameters);
                loading.startedIn(started.path());
                return request(loading.recorded(started.workflowFile(), record, params), params, options);
            }

            private RunRequest request(RunnableWorkflow workflow, Map<String, Value> params, RunOptions options) {
                names.takeFrom(workflow.workflow(), loading.redactor());
                loaded.accept(workflow);
                return new RunRequest(workflow, params, PassOptions.resumed(call, options));
            }
        };
    }

    private int report(Ended ended) {
        var result = service.result(ended.run(), ended.terminal(), ended.at());
        return new EndReport(call).print(result);
    }
}

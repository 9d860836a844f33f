package dev.prodigy.runtime.world;

import dev.prodigy.engine.redact.Said;
import dev.prodigy.engine.world.Call;
import dev.prodigy.engine.world.Cut;
import dev.prodigy.engine.world.Ran;
import dev.prodigy.engine.world.Spooled;
import dev.prodigy.model.event.Context;
import dev.prodigy.runtime.home.StorageFailure;
import dev.prodigy.runtime.process.Cause;
import dev.prodigy.runtime.process.Ended;
import dev.prodigy.runtime.process.ExecutionLimits;
import dev.prodigy.runtime.process.Exit;
import dev.prodigy.runtime.process.LateLeaks;
import dev.prodigy.runtime.process.ProcessRunner;
import dev.prodigy.runtime.process.ProcessSpec;
import dev.prodigy.runtime.process.RunningProcess;
import dev.prodigy.runtime.process.SpawnFailed;
import dev.prodigy.runtime.process.output.CaptureLimits;
import dev.prodigy.runtime.process.output.EventLines;
import dev.prodigy.runtime.process.output.OutputSpec;
import dev.prodigy.runtime.process.output.Outputs;
import dev.prodigy.runtime.process.output.Spool;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// Runs the programs of a run's steps, with its logs, its marks and its redactor.
public final class Programs {
    private static final int LONGEST_EVENT = 16 * 1024 * 1024;

    /// How much of a stream that nobody reads stays in memory, for messages and results.
    private static final int END = 64 * 1024;

    /// SIGHUP, SIGINT, SIGTERM.
    private static final Set<Integer> SIGNALS_TO_GROUPS = Set.of(1, 2, 15);

    private final ProcessRunner runner;
    private final LogFolder logs;
    private final Masking masking;
    private final Duration grace;
    private final BiConsumer<Context, List<String>> leaks;
    private final AtomicLong executions = new AtomicLong();

    /// @param leaks hears of processes that were left behind and that were found later, and of what is known of whose
    ///     they are
    public Programs(
            ProcessRunner runner,
            LogFolder logs,
            Masking masking,
            Duration grace,
            BiConsumer<Context, List<String>> leaks) {
        this.runner = runner;
        this.logs = logs;
        this.masking = masking;
        this.grace = grace;
        this.leaks = leaks;
    }

    /// @return the path of a log that is named below the program's home
    String logFile(String name) {
        return logs.home().resolve(name).toString();
    }

    /// @param name of an execution below the run's logs, such as `setup/00-shell`
    /// @return the path, below the program's home, with which the names of its next logs begin
    String nextLog(String name) {
        return logs.stem(name);
    }

    /// @param scope such as `setup` or `pass-1`
    /// @return the folder of its logs, made
    Path logFolder(String scope) {
        return logs.folder(scope);
    }

    /// @return the folder of an attempt's logs; see {@link LogFolder#attempt}
    public LogFolder.Attempt attemptLogs(String scope, boolean wanted) {
        return logs.attempt(scope, wanted);
    }

    /// @return the folder of the run's logs
    public Path logFolder() {
        return logs.folder();
    }

    /// @return the folder of the files by which the run hands data to its processes
    public Path temporary() {
        return logs.temporary();
    }

    /// @return what masks secrets in the outputs
    public Masking masking() {
        return masking;
    }

    /// @return what runs processes, for the runs that steps start too: there is one in a program
    public ProcessRunner runner() {
        return runner;
    }

    /// @return how long what is ended may take, before it is killed
    public Duration grace() {
        return grace;
    }

    /// Ends every process that carries such a mark, whatever group it is in; before a workspace is used
    /// again.
    ///
    /// @param beginning of the marks
    /// @param at what these are of
    public void endMarked(String beginning, Context at) {
        var found = runner.leftovers().endMarked(mark -> mark.startsWith(beginning), grace);
        if (!found.isEmpty()) {
            leaks.accept(at, found);
        }
    }

    /// Runs a program to its end, its processes included.
    ///
    /// @throws Cut when the run is ending; its processes have been ended then
    Ran run(Call call, String mark, Halt halt) throws Cut {
        return run(call, mark, halt, CaptureLimits.MAX, null);
    }

    /// Runs a program of whose stdout nothing may be lost, to its end.
    ///
    /// @throws Cut when the run is ending
    Spooled spool(Call call, String mark, Halt halt) throws Cut {
        Spool spool = null;
        boolean done = false;
        try {
            spool = new Spool(logs.temporary());
            var ran = run(call, mark, halt, END, spool);
            halt.check();
            var spooled = new Spooled(ran, spool.read());
            done = true;
            return spooled;
        } catch (IOException e) {
            throw StorageFailure.of("write", logs.temporary(), e);
        } finally {
            if (spool != null && !done) {
                spool.close();
            }
        }
    }

    private Ran run(Call call, String mark, Halt halt, int captured, @Nullable Spool spool) throws Cut {
        try (var files = new CallFiles(logs.temporary())) {
            var captures = captures(call, captured);
            var log = logs.next(call.log(), call.events());
            var spec = new ProcessSpec(
                    files.command(call),
                    mark + "/" + executions.incrementAndGet(),
                    new OutputSpec(
                            log.files(),
                            captures,
                            masking::filter,
                            null,
                            call.events() ? new EventLines(LONGEST_EVENT, line -> line.startsWith("{")) : null,
                            spool),
                    new ExecutionLimits(nearest(call.limits()), call.limits().idle(), grace),
                    leaksOf(call.at()));
            return run(call, spec, log, halt);
        }
    }

    private LateLeaks leaksOf(Context at) {
        return new LateLeaks() {
            @Override
            public void left(List<String> names) {
                leaks.accept(at, names);
            }

            @Override
            public void strayed(List<String> names) {
                leaks.accept(Context.RUN, names);
            }
        };
    }

    private CaptureLimits captures(Call call, int captured) {
        var keep = call.program() instanceof Call.Program.Shell shell ? shell.keep() : Call.Keep.LAST;
        int most = keep == Call.Keep.END ? Math.min(captured, END + 1) : captured;
        return new CaptureLimits(most, most, most, keep == Call.Keep.WHOLE, logs.temporary());
    }

    private Ran run(Call call, ProcessSpec spec, LogFolder.Log log, Halt halt) throws Cut {
        try {
            var process = runner.start(spec);
            try (var _ = halt.of(immediately -> end(process, immediately))) {
                var ended = ended(process, halt);
                requireWholeLogs(ended.outputs());
                return ran(ended, call, log);
            }
        } catch (SpawnFailed e) {
            if (e.kind() == SpawnFailed.Kind.NO_DESCRIPTORS) {
                throw new StorageFailure(
                        StorageFailure.Reason.OUT_OF_RESOURCES, null, String.valueOf(e.getMessage()), e);
            }
            var missing = e.kind() == SpawnFailed.Kind.PROGRAM_MISSING;
            return notStarted(new Ran.End.NotStarted(String.valueOf(e.getMessage()), missing));
        }
    }

    /// A log that is not whole is the machine's fault, not the step's: the step is not charged with it, and the run
    /// goes on when there is room (spec 02 §2.2, 05 §5.3).
    private void requireWholeLogs(Outputs outputs) {
        for (var stream : List.of(outputs.stdout(), outputs.stderr())) {
            if (stream.logFault() != null) {
                throw StorageFailure.of(
                        "write", stream.log() == null ? logs.folder() : stream.log(), stream.logFault());
            }
        }
    }

    private static Ended ended(RunningProcess process, Halt halt) throws Cut {
        var ended = process.await();
        if (ended.cause() == Cause.EXITED
                && ended.exit() instanceof Exit.Signal(int number)
                && SIGNALS_TO_GROUPS.contains(number)
                && halt.awaitWord()) {
            throw new Cut();
        }
        return ended;
    }

    private void end(RunningProcess process, boolean immediately) {
        if (immediately) {
            process.kill();
        } else {
            process.end(grace);
        }
    }

    private static @Nullable Duration nearest(Call.Limits limits) {
        var attempt = limits.attempt();
        var deadline = limits.deadline();
        if (attempt == null || deadline == null) {
            return attempt == null ? deadline : attempt;
        }
        return attempt.compareTo(deadline) < 0 ? attempt : deadline;
    }

    /// Where only one stream said something its text is shared: 16 MiB of it need not be held twice.
    @SuppressWarnings("ReferenceEquality") // it is that object or it is not
    private Ran ran(Ended ended, Call call, LogFolder.Log log) {
        var outputs = ended.outputs();
        var stdout = outputs.stdout().captured();
        var stderr = outputs.stderr().captured();
        var both = outputs.bothCaptured();
        var out = stdout.text();
        var err = stderr.text();
        return new Ran(
                end(ended, call.limits()),
                out,
                err,
                both == stdout ? out : both == stderr ? err : both.text(),
                stdout.truncated() || stderr.truncated() || both.truncated(),
                new Said(outputs.stderr().tail().text(), outputs.stdout().tail().text(), masking.redactor()),
                log.written(),
                Duration.between(ended.startedAt(), ended.endedAt()),
                ended.leaked());
    }

    private static Ran.End end(Ended ended, Call.Limits limits) {
        return switch (ended.cause()) {
            case EXITED ->
                switch (ended.exit()) {
                    case Exit.Code(int status) -> new Ran.End.Exited(status);
                    case Exit.Signal(int number) -> new Ran.End.Killed(number);
                };
            case TIMED_OUT -> timedOut(limits);
            case STALLED -> new Ran.End.TimedOut(Ran.Scope.IDLE, orZero(limits.idle()));
            case STOPPED -> new Ran.End.Killed(15);
        };
    }

    /// Of two limits that pass together the outer wins (spec 02 §10).
    private static Ran.End timedOut(Call.Limits limits) {
        var attempt = limits.attempt();
        var deadline = limits.deadline();
        if (deadline != null && (attempt == null || deadline.compareTo(attempt) <= 0)) {
            return new Ran.End.TimedOut(Ran.Scope.DEADLINE, deadline);
        }
        return new Ran.End.TimedOut(Ran.Scope.ATTEMPT, orZero(attempt));
    }

    private static Duration orZero(@Nullable Duration duration) {
        return duration == null ? Duration.ZERO : duration;
    }

    private static Ran notStarted(Ran.End end) {
        return new Ran(end, "", "", "", false, Said.NOTHING, Ran.Logs.NONE, Duration.ZERO, List.of());
    }
}

package dev.prodigy.runtime.process;

import dev.prodigy.runtime.process.output.ByteFilter;
import dev.prodigy.runtime.process.output.CaptureLimits;
import dev.prodigy.runtime.process.output.LogFiles;
import dev.prodigy.runtime.process.output.OutputSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/// Real shells under a runner whose time stands still.
final class ShellProcesses implements AutoCloseable {
    private static final AtomicInteger COUNT = new AtomicInteger();

    final ManualTimers timers = new ManualTimers();
    final ProcessRunner runner = new ProcessRunner(timers);
    /// Names of late leaks, as they were reported.
    final LinkedBlockingQueue<List<String>> lateLeaks = new LinkedBlockingQueue<>();

    private final String prefix = "test-" + ProcessHandle.current().pid() + "-" + COUNT.incrementAndGet() + "/";

    static Map<String, String> environment() {
        return InheritedEnvironment.of(System.getenv());
    }

    static Command bash(String text) {
        return new Command(List.of("bash", "-c", text), Path.of("/"), environment(), null);
    }

    ProcessSpec spec(Command command, OutputSpec output, ExecutionLimits limits) {
        return new ProcessSpec(command, prefix + COUNT.incrementAndGet(), output, limits, lateLeaks::add);
    }

    Ended run(Command command) throws SpawnFailed {
        return runner.start(spec(command, OutputSpec.CAPTURED, ExecutionLimits.NONE))
                .await();
    }

    Ended run(String text) throws SpawnFailed {
        return run(bash(text));
    }

    RunningProcess start(String text, ExecutionLimits limits) throws SpawnFailed {
        return runner.start(spec(bash(text), OutputSpec.CAPTURED, limits));
    }

    /// Starts a shell and waits until it has printed something: until then it may not have set its traps.
    RunningProcess startReady(String text, ExecutionLimits limits) throws SpawnFailed {
        var said = new CompletableFuture<String>();
        var output = new OutputSpec(
                LogFiles.NONE, CaptureLimits.EACH, ByteFilter::none, (_, shown) -> said.complete(shown), null, null);
        var process = runner.start(spec(bash(text), output, limits));
        said.join();
        return process;
    }

    /// Lets time pass in steps until a process has ended: what it printed last may be noticed only behind the first.
    Ended awaitInSteps(RunningProcess process, Duration step) throws ExecutionException, InterruptedException {
        while (true) {
            timers.advance(step);
            try {
                return process.ended().get(100, TimeUnit.MILLISECONDS);
            } catch (TimeoutException _) {
                // not yet
            }
        }
    }

    /// @return names of the processes of this test that live
    List<String> alive() {
        return runner.leftovers().marked(mark -> mark.startsWith(prefix)).stream()
                .map(Leftovers.Leftover::name)
                .toList();
    }

    /// Ends the processes of this test that live.
    ///
    /// @return their names
    List<String> endAlive(Duration grace) {
        return runner.leftovers().endMarked(mark -> mark.startsWith(prefix), grace);
    }

    @Override
    public void close() {
        runner.close();
    }
}

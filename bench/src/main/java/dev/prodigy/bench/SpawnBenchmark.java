package dev.prodigy.bench;

import dev.prodigy.runtime.process.Command;
import dev.prodigy.runtime.process.ExecutionLimits;
import dev.prodigy.runtime.process.ProcessRunner;
import dev.prodigy.runtime.process.ProcessSpec;
import dev.prodigy.runtime.process.SpawnFailed;
import dev.prodigy.runtime.process.SystemTimers;
import dev.prodigy.runtime.process.output.OutputSpec;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/// Processes per second: the JDK's ProcessBuilder, alone and with `setsid` (which a group of its own
/// needs), beside prodigy's own start by posix_spawn with everything that belongs to a step: group, marker,
/// both streams read. The process start is the floor of all figures of items.
final class SpawnBenchmark implements Benchmark {
    private static final int PROCESSES = 1500;
    private static final int AT_ONCE = 16;
    private static final int ROUNDS = 3;

    @Override
    public List<Figure> measure(Path scratch) throws IOException {
        var runner = new ProcessRunner(new SystemTimers());
        var number = new AtomicInteger();
        var measured = new Rounds()
                .with("builder", () -> perSecond(() -> build("bash", "-c", "true")))
                .with("setsid", () -> perSecond(() -> build("setsid", "--wait", "bash", "-c", "true")))
                .with("spawn", () -> perSecond(() -> spawn(runner, scratch, number.incrementAndGet())))
                .run(ROUNDS);
        var builder = Objects.requireNonNull(measured.get("builder"));
        var setsid = Objects.requireNonNull(measured.get("setsid"));
        var spawn = Objects.requireNonNull(measured.get("spawn"));
        return List.of(
                Figure.of("processes by ProcessBuilder", builder, "1/s").saying("no group of its own"),
                Figure.of("processes by ProcessBuilder and setsid", setsid, "1/s"),
                Figure.of("processes by posix_spawn, as prodigy's steps", spawn, "1/s")
                        .saying("%.1f × ProcessBuilder, %.1f × with setsid"
                                .formatted(spawn.median() / builder.median(), spawn.median() / setsid.median())));
    }

    @FunctionalInterface
    private interface Start {
        void toEnd() throws IOException;
    }

    private static double perSecond(Start start) throws IOException {
        var places = new Semaphore(AT_ONCE);
        var failed = new CompletableFuture<Void>();
        long begun = System.nanoTime();
        for (int i = 0; i < PROCESSES; i++) {
            places.acquireUninterruptibly();
            Thread.ofVirtual().start(() -> {
                try {
                    start.toEnd();
                } catch (IOException e) {
                    failed.completeExceptionally(e);
                } finally {
                    places.release();
                }
            });
        }
        places.acquireUninterruptibly(AT_ONCE);
        if (failed.isCompletedExceptionally()) {
            throw new IOException("a process could not be run", failed.exceptionNow());
        }
        return PROCESSES / ((System.nanoTime() - begun) / 1e9);
    }

    private static void build(String... command) throws IOException {
        var process = new ProcessBuilder(command)
                .redirectInput(new File("/dev/null"))
                .redirectErrorStream(true)
                .start();
        process.getInputStream().readAllBytes();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void spawn(ProcessRunner runner, Path directory, int number) throws IOException {
        var command = new Command(List.of("bash", "-c", "true"), directory, Map.of("PATH", "/usr/bin:/bin"), null);
        try {
            runner.start(new ProcessSpec(
                            command, "bench-" + number, OutputSpec.CAPTURED, ExecutionLimits.NONE, _ -> {}))
                    .await();
        } catch (SpawnFailed e) {
            throw new IOException(e);
        }
    }
}

package dev.prodigy.runtime.process;

import dev.prodigy.runtime.process.kernel.Child;
import dev.prodigy.runtime.process.kernel.ProcessEntry;
import dev.prodigy.runtime.process.kernel.Signals;
import dev.prodigy.runtime.process.output.OutputCollector;
import dev.prodigy.runtime.process.output.Stream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/// Sees one execution to its end: waits for its main process or for an order to stop it, clears away what is left
/// of its processes, reads the rest of its output. Runs on a virtual thread of its own.
final class Supervision {
    /// How long output is still read when others hold the pipe (spec 03 §13).
    private static final Duration READ_ON = Duration.ofSeconds(1);

    private final Child child;
    private final ProcessSpec spec;
    private final RunningProcess running;
    private final Surroundings surroundings;
    private final Instant startedAt;
    private final OutputCollector output;

    /// @param output what reading begins with at {@link #run}
    Supervision(
            Child child, ProcessSpec spec, OutputCollector output, RunningProcess running, Surroundings surroundings) {
        this.child = child;
        this.spec = spec;
        this.running = running;
        this.surroundings = surroundings;
        this.startedAt = surroundings.timers().now();
        this.output = output;
    }

    /// What all executions share.
    record Surroundings(Timers timers, ProcessEnding ending, Sweep sweep) {}

    /// Returns when the execution is over and its result is known.
    void run() {
        try {
            running.complete(supervise());
        } catch (RuntimeException | Error e) {
            Signals.toGroup(child.pid(), Signals.KILL);
            running.fail(e);
        }
    }

    private Ended supervise() {
        var limits = new LimitWatch(spec.limits(), surroundings.timers(), running.order());
        var reading = child.output()
                .start(chunk -> take(Stream.STDOUT, chunk, limits), chunk -> take(Stream.STDERR, chunk, limits));
        CompletableFuture.anyOf(child.ended(), running.order()).join();
        boolean exited = child.ended().isDone();
        boolean late = limits.close();
        return exited && !late ? exited(reading) : stopped(running.order().join(), reading);
    }

    private void take(Stream stream, byte[] chunk, LimitWatch limits) {
        if (output.take(stream, chunk)) {
            limits.signOfLife();
        }
        if (output.isLost()) {
            // nobody would know what it did (spec 05 §5.3)
            running.end(spec.limits().grace());
        }
    }

    /// The main process went by itself. What is left of its group goes too, at once; what has left the group is
    /// swept later. Not together: once the group is empty its number may become another group's.
    private Ended exited(CompletableFuture<Void> reading) {
        running.over();
        var exit = Exit.ofWaitStatus(child.reap().orElseThrow());
        List<ProcessEntry> left = List.of();
        if (!Signals.isEmpty(child.pid())) {
            left = end(Target.group(child.pid()), spec.limits().grace());
        }
        sweepLater();
        readOn(reading);
        return ended(exit, Cause.EXITED, Leftovers.names(left));
    }

    /// Everything goes now. Late output is dropped; it is still read, so that nobody blocks on a full pipe while
    /// dying.
    private Ended stopped(StopOrder order, CompletableFuture<Void> reading) {
        output.cut();
        running.over();
        var leaked = end(Target.execution(child.pid(), spec.mark()), order.grace()).stream()
                .filter(process -> process.group() != child.pid())
                .toList();
        sweepLater();
        var exit = exitOfStopped();
        readOn(reading);
        return ended(exit, order.cause(), Leftovers.names(leaked));
    }

    private void sweepLater() {
        surroundings.sweep().later(running, spec.limits().grace(), spec.lateLeaks());
    }

    private List<ProcessEntry> end(Target target, Duration grace) {
        return surroundings.ending().end(target, grace, running.hurry());
    }

    /// A main process that runs as another user, or hangs in the kernel, may still be there. It is reaped when it
    /// dies.
    private Exit exitOfStopped() {
        var status = child.reap();
        if (status.isPresent()) {
            return Exit.ofWaitStatus(status.getAsInt());
        }
        Thread.ofVirtual().name("prodigy-reaper").start(() -> {
            child.ended().join();
            child.reap();
        });
        return new Exit.Signal(Signals.KILL);
    }

    private void readOn(CompletableFuture<Void> reading) {
        if (!reading.isDone()) {
            var enough = new CompletableFuture<Void>();
            var timer = surroundings.timers().after(READ_ON, () -> enough.complete(null));
            CompletableFuture.anyOf(reading, enough).join();
            timer.cancel();
            child.output().stop();
        }
        reading.join();
    }

    private Ended ended(Exit exit, Cause cause, List<String> leaked) {
        var outputs = output.finish();
        return new Ended(
                exit, cause, outputs, leaked, startedAt, surroundings.timers().now());
    }
}

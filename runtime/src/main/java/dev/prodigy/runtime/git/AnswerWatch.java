package dev.prodigy.runtime.git;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// Ends a git command that is kept open, when an answer of it is awaited and it neither gives one nor works. Whoever
/// awaits the answer then reads that the command has ended.
///
/// One that computes, starts others (as a partial clone does to fetch) or goes on writing is at work, however long
/// that takes.
final class AnswerWatch implements AutoCloseable {
    private static final long BETWEEN_LOOKS = Duration.ofMillis(200).toNanos();
    private static final Duration GRACE = Duration.ofSeconds(2);
    private static final Set<AnswerWatch> OPEN = ConcurrentHashMap.newKeySet();
    private static final AtomicBoolean WATCHING = new AtomicBoolean();

    private final Process process;
    private final Limits limits;
    private final BooleanSupplier hurried;
    private volatile @Nullable Awaited awaited;
    private volatile @Nullable Duration ended;
    private @Nullable Look last;

    /// How long a command may stand still while it is asked.
    ///
    /// @param usual otherwise
    /// @param hurried when the run is being ended, or the thread that asks was interrupted
    record Limits(Duration usual, Duration hurried) {
        static final Limits OF_GIT = new Limits(Duration.ofSeconds(30), Duration.ofSeconds(1));
    }

    /// One read: another one is progress. Equal to itself alone.
    private static final class Awaited {
        private final Thread by = Thread.currentThread();
    }

    /// How far the command was.
    private record Look(Awaited awaited, Duration worked, boolean hasOthers, long since) {
        boolean isAsFarAs(Look earlier) {
            return awaited == earlier.awaited && worked.equals(earlier.worked) && !hasOthers;
        }
    }

    /// @param hurried whether the run is being ended
    AnswerWatch(Process process, Limits limits, BooleanSupplier hurried) {
        this.process = process;
        this.limits = limits;
        this.hurried = hurried;
        OPEN.add(this);
        begin();
    }

    /// @return the stream, each of whose reads is watched
    InputStream watched(InputStream answers) {
        return new FilterInputStream(answers) {
            @Override
            public int read() throws IOException {
                var one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
            }

            @Override
            public int read(byte[] to, int from, int count) throws IOException {
                awaited = new Awaited();
                try {
                    return super.read(to, from, count);
                } finally {
                    awaited = null;
                }
            }
        };
    }

    /// @return how long the command had stood still when it was ended; null when it was not
    @Nullable
    Duration ended() {
        return ended;
    }

    @Override
    public void close() {
        OPEN.remove(this);
    }

    private static void begin() {
        if (WATCHING.compareAndSet(false, true)) {
            Thread.ofPlatform().daemon().name("prodigy-git-watch").start(AnswerWatch::watch);
        }
    }

    private static void watch() {
        while (!OPEN.isEmpty()) {
            LockSupport.parkNanos(BETWEEN_LOOKS);
            OPEN.forEach(each -> each.look(System.nanoTime()));
        }
        WATCHING.set(false);
        if (!OPEN.isEmpty()) {
            begin();
        }
    }

    private void look(long now) {
        var asked = awaited;
        if (asked == null) {
            last = null;
            return;
        }
        var worked = process.info().totalCpuDuration().orElse(Duration.ZERO);
        var seen = new Look(asked, worked, process.children().findAny().isPresent(), now);
        var before = last;
        if (before == null || !seen.isAsFarAs(before)) {
            last = seen;
            return;
        }
        var limit = hurried.getAsBoolean() || asked.by.isInterrupted() ? limits.hurried() : limits.usual();
        if (now - before.since() >= limit.toNanos()) {
            ended = Duration.ofNanos(now - before.since());
            close();
            end();
        }
    }

    /// On TERM git removes its own lock files.
    private void end() {
        process.destroy();
        var _ = process.onExit()
                .completeOnTimeout(process, GRACE.toMillis(), TimeUnit.MILLISECONDS)
                .thenRun(process::destroyForcibly);
    }
}

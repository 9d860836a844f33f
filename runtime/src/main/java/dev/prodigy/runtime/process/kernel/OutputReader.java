package dev.prodigy.runtime.process.kernel;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

/// Reads both outputs of a child to their ends on one virtual thread, which waits outside the kernel while there is
/// nothing to read.
///
/// Two pipes do not tell which of them was written to first. So what stdout holds by the time stderr was read is passed
/// on before it: what a process says on stdout and then on stderr never comes the other way round (spec 01 §3, `both`).
public final class OutputReader {
    /// What the largest pipe of an ordinary user holds: a process that never stops writing must not keep stderr
    /// waiting.
    private static final int MOST_AHEAD = (1 << 20) / (64 * 1024);

    private final PipeReader stdout;
    private final PipeReader stderr;
    private final Semaphore readable = new Semaphore(0);
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private volatile boolean stopped;

    OutputReader(PipeReader stdout, PipeReader stderr) {
        this.stdout = stdout;
        this.stderr = stderr;
    }

    /// Begins to read.
    ///
    /// @param out gets what arrives on stdout, at most 64 KiB at once
    /// @param err gets what arrives on stderr, on the same thread
    /// @return done when everything up to the ends, or to {@link #stop}, was taken; exceptionally when one of them
    ///     threw
    public CompletableFuture<Void> start(Consumer<byte[]> out, Consumer<byte[]> err) {
        Thread.ofVirtual().name("prodigy-pipes").start(() -> {
            try {
                read(out, err);
                done.complete(null);
            } catch (KernelException | RuntimeException | Error e) {
                done.completeExceptionally(e);
            }
        });
        return done;
    }

    /// Ends the reading, whatever may still come.
    public void stop() {
        stopped = true;
        readable.release();
    }

    private void read(Consumer<byte[]> out, Consumer<byte[]> err) throws KernelException {
        try {
            stdout.ring(readable::release);
            stderr.ring(readable::release);
            while (!stopped && !(stdout.hasEnded() && stderr.hasEnded())) {
                readable.acquireUninterruptibly();
                if (!stopped) {
                    first(out);
                    second(out, err);
                }
            }
        } finally {
            stdout.close();
            stderr.close();
        }
    }

    private void first(Consumer<byte[]> out) throws KernelException {
        byte[] chunk = stdout.next();
        if (chunk.length > 0) {
            out.accept(chunk);
            stdout.again();
        }
    }

    private void second(Consumer<byte[]> out, Consumer<byte[]> err) throws KernelException {
        byte[] chunk = stderr.next();
        if (chunk.length > 0) {
            ahead(out);
            err.accept(chunk);
            stderr.again();
        }
    }

    private void ahead(Consumer<byte[]> out) throws KernelException {
        byte[] chunk = stdout.ahead();
        for (int taken = 1; chunk.length > 0; taken++) {
            out.accept(chunk);
            chunk = taken < MOST_AHEAD ? stdout.ahead() : new byte[0];
        }
    }
}

package dev.prodigy.runtime.process.kernel;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Reads a pipe to its end on a virtual thread, which waits outside the kernel while there is nothing to read.
public final class PipeReader {
    private static final int CHUNK = 64 * 1024;
    /// Held only from the kernel's answer to the copy: there are never more of them than carrier threads.
    private static final Queue<MemorySegment> BUFFERS = new ConcurrentLinkedQueue<>();

    private final int descriptor;
    private final Semaphore readable = new Semaphore(0);
    private final Readiness.Watch watch;
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private volatile boolean stopped;
    private boolean ended;
    private boolean closed;
    private @Nullable String nameWhenClosed;

    /// @param descriptor owned by this reader from now on, unless this throws
    PipeReader(int descriptor, Readiness readiness) throws KernelException {
        this.descriptor = descriptor;
        this.watch = readiness.watch(descriptor, readable::release);
    }

    /// Begins to read.
    ///
    /// @param chunks gets what arrives, at most 64 KiB at once, on one thread
    /// @return done when everything up to the end, or to {@link #stop}, was taken; exceptionally when `chunks`
    ///     threw
    public CompletableFuture<Void> start(Consumer<byte[]> chunks) {
        Thread.ofVirtual().name("prodigy-pipe").start(() -> {
            try {
                read(chunks);
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

    private void read(Consumer<byte[]> chunks) throws KernelException {
        try {
            for (readable.acquireUninterruptibly(); !stopped; readable.acquireUninterruptibly()) {
                byte[] chunk = next();
                if (chunk.length == 0) {
                    ended = true;
                    return;
                }
                chunks.accept(chunk);
                watch.again();
            }
        } finally {
            close();
        }
    }

    private byte[] next() throws KernelException {
        var pooled = BUFFERS.poll();
        var buffer = pooled == null ? Arena.ofAuto().allocate(CHUNK) : pooled;
        try {
            int count = Descriptors.read(descriptor, buffer);
            return buffer.asSlice(0, count).toArray(JAVA_BYTE);
        } finally {
            BUFFERS.add(buffer);
        }
    }

    /// @return what the kernel calls the pipe, as it appears among the descriptors of those that hold its other
    ///     end; null when nobody does
    public synchronized @Nullable String name() {
        return closed ? nameWhenClosed : ProcLinks.descriptor(descriptor);
    }

    /// For a reader that was never started.
    synchronized void close() {
        closed = true;
        nameWhenClosed = ended ? null : ProcLinks.descriptor(descriptor);
        watch.cancel();
        Descriptors.close(descriptor);
    }
}

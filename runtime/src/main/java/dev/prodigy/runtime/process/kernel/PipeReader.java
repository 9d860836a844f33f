package dev.prodigy.runtime.process.kernel;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/// The end of a pipe that we read, and whether there is something to read. One thread reads it.
public final class PipeReader {
    private static final int CHUNK = 64 * 1024;
    private static final byte[] NOTHING = {};
    /// Held only from the kernel's answer to the copy: there are never more of them than carrier threads.
    private static final Queue<MemorySegment> BUFFERS = new ConcurrentLinkedQueue<>();

    private final int descriptor;
    private final Readiness.Watch watch;
    private volatile Runnable bell = () -> {};
    private volatile boolean signalled;
    private boolean readAhead;
    private volatile boolean ended;
    private boolean closed;
    private @Nullable String nameWhenClosed;

    /// @param descriptor owned by this reader from now on, unless this throws
    PipeReader(int descriptor, Readiness readiness) throws KernelException {
        this.descriptor = descriptor;
        this.watch = readiness.watch(descriptor, this::signal);
    }

    private void signal() {
        signalled = true;
        bell.run();
    }

    /// @param whenReadable rung once each time there is something to read, and now where there is already
    void ring(Runnable whenReadable) {
        bell = whenReadable;
        if (signalled) {
            whenReadable.run();
        }
    }

    /// @return what the pipe holds, at most 64 KiB, where the bell was rung for it; nothing where it was not, or at the
    ///     end. To be followed by {@link #again} when that has been taken
    byte[] next() throws KernelException {
        if (!signalled || ended) {
            return NOTHING;
        }
        if (readAhead && !Descriptors.isReadable(descriptor)) {
            // it was rung for what was read ahead
            again();
            return NOTHING;
        }
        byte[] chunk = read();
        if (chunk.length == 0) {
            ended = true;
            close();
        }
        return chunk;
    }

    /// Asks for the bell again.
    void again() throws KernelException {
        signalled = false;
        readAhead = false;
        watch.again();
    }

    /// @return what the pipe holds by now, at most 64 KiB, rung or not; nothing where it is empty or at its end
    byte[] ahead() throws KernelException {
        if (ended || !Descriptors.holdsBytes(descriptor)) {
            return NOTHING;
        }
        readAhead = true;
        return read();
    }

    boolean hasEnded() {
        return ended;
    }

    private byte[] read() throws KernelException {
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

    /// Closes it, at its end or before; again without effect.
    synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        nameWhenClosed = ended ? null : ProcLinks.descriptor(descriptor);
        watch.cancel();
        Descriptors.close(descriptor);
    }
}

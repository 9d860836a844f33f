package dev.prodigy.runtime.process.kernel;

import static dev.prodigy.runtime.process.kernel.Libc.function;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/// Tells when descriptors become readable. One thread waits for all of them, so that none has to stand in a
/// `read`, and a thousand running processes need no thousand threads.
public final class Readiness implements AutoCloseable {
    private static final Libc.Function CREATE = function("epoll_create1");
    private static final Libc.Function CONTROL = function("epoll_ctl");
    private static final Libc.Function WAIT = function("epoll_wait");
    private static final int ADD = 1;
    private static final int CHANGE = 3;
    private static final int READABLE_ONCE = 1 | 1 << 30;
    /// `struct epoll_event` is packed on x86-64 and aligned elsewhere.
    private static final long KEY_OFFSET = System.getProperty("os.arch").equals("amd64") ? 4 : 8;

    private static final MemoryLayout EVENT = MemoryLayout.sequenceLayout(KEY_OFFSET + 8, JAVA_BYTE);
    private static final int BATCH = 64;
    private static final long BELL = 0;

    private final int epoll;
    private final Descriptors.Pipe bell;
    private final Map<Long, Runnable> watched = new ConcurrentHashMap<>();
    private final AtomicLong keys = new AtomicLong(BELL);
    private final Thread waiting;

    /// Starts the waiting thread.
    public Readiness() throws KernelException {
        epoll = KernelException.checked("epoll_create1", Libc.call(CREATE, 0x80000));
        bell = Descriptors.pipe();
        control(ADD, bell.readEnd(), BELL);
        waiting = Thread.ofPlatform().name("prodigy-readiness").daemon().start(this::dispatch);
    }

    /// Has something done once when the descriptor can be read, is at its end, or its process is dead.
    ///
    /// @param whenReadable runs on the waiting thread: short, never blocking
    public Watch watch(int descriptor, Runnable whenReadable) throws KernelException {
        long key = keys.incrementAndGet();
        watched.put(key, whenReadable);
        try {
            control(ADD, descriptor, key);
        } catch (KernelException e) {
            watched.remove(key);
            throw e;
        }
        return new Watch(descriptor, key);
    }

    /// One descriptor being watched.
    public final class Watch {
        private final int descriptor;
        private final long key;

        private Watch(int descriptor, long key) {
            this.descriptor = descriptor;
            this.key = key;
        }

        /// Asks for the next time.
        void again() throws KernelException {
            control(CHANGE, descriptor, key);
        }

        /// Forgets the descriptor. The caller closes it afterwards, which takes it out of the kernel's list too.
        void cancel() {
            watched.remove(key);
        }
    }

    private void control(int operation, int descriptor, long key) throws KernelException {
        try (var arena = Arena.ofConfined()) {
            var event = arena.allocate(EVENT);
            event.set(JAVA_INT_UNALIGNED, 0, READABLE_ONCE);
            event.set(JAVA_LONG_UNALIGNED, KEY_OFFSET, key);
            Libc.checked(CONTROL, epoll, operation, descriptor, event.address());
        }
    }

    private void dispatch() {
        try (var arena = Arena.ofConfined()) {
            MemorySegment events = arena.allocate(EVENT, BATCH);
            while (true) {
                int count = Libc.checked(WAIT, epoll, events.address(), BATCH, -1);
                for (int i = 0; i < count; i++) {
                    long key = events.get(JAVA_LONG_UNALIGNED, i * EVENT.byteSize() + KEY_OFFSET);
                    if (key == BELL) {
                        return;
                    }
                    watched.getOrDefault(key, () -> {}).run();
                }
            }
        } catch (KernelException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Ends the waiting thread. A JVM whose daemon thread stands in the kernel takes 300 ms longer to exit.
    @Override
    public void close() {
        Descriptors.close(bell.writeEnd());
        boolean interrupted = false;
        while (waiting.isAlive()) {
            try {
                waiting.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        Descriptors.close(bell.readEnd());
        Descriptors.close(epoll);
    }
}

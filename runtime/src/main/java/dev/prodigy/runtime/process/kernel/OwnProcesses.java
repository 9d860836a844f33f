package dev.prodigy.runtime.process.kernel;

import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// The processes that this program started itself, from their start until they are reaped. A child of ours that is not
/// among them became one by the death of those who started it ({@link Orphans}).
///
/// There is one list, since there is one process that has children.
public final class OwnProcesses {
    private static final ReentrantReadWriteLock STARTS = new ReentrantReadWriteLock();
    private static final Map<Integer, Own> LIVING = new ConcurrentHashMap<>();

    private OwnProcesses() {}

    /// One of them. Equal to itself alone, since the kernel gives its number to another one day.
    static final class Own {
        private final int pid;
        private final boolean raises;

        private Own(int pid, boolean raises) {
            this.pid = pid;
            this.raises = raises;
        }

        int pid() {
            return pid;
        }

        /// It is dead and its status taken.
        void reaped() {
            LIVING.remove(pid, this);
        }
    }

    /// What starts a process.
    interface Spawning {
        /// @return its number
        int start() throws KernelException;
    }

    /// Starts the main process of an execution, which is known by more than its number.
    static Own start(Spawning spawning) throws KernelException {
        STARTS.readLock().lock();
        try {
            return entered(spawning.start(), false);
        } finally {
            STARTS.readLock().unlock();
        }
    }

    /// Starts a program that does prodigy's own work.
    ///
    /// @param raises whether it may start others that outlive it, as the hooks of a user's repository do
    public static Process start(ProcessBuilder builder, boolean raises) throws IOException {
        STARTS.readLock().lock();
        try {
            var process = builder.start();
            var own = entered((int) process.pid(), raises);
            var _ = process.onExit().thenRun(own::reaped);
            return process;
        } finally {
            STARTS.readLock().unlock();
        }
    }

    private static Own entered(int pid, boolean raises) {
        var own = new Own(pid, raises);
        LIVING.put(pid, own);
        return own;
    }

    /// Asks while no process is being started: one is not in the list before it has a number.
    static <T> T whileNoneStarts(Supplier<T> question) {
        STARTS.writeLock().lock();
        try {
            return question.get();
        } finally {
            STARTS.writeLock().unlock();
        }
    }

    static boolean contains(int pid) {
        return LIVING.containsKey(pid);
    }

    /// @return the numbers of those that do prodigy's own work and may start others that outlive them
    public static Set<Integer> thatRaise() {
        return LIVING.values().stream().filter(own -> own.raises).map(Own::pid).collect(Collectors.toSet());
    }
}

package dev.prodigy.runtime.process.kernel;

import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// The processes that this program started itself, from their start until they are reaped. A child of ours that is not
/// among them became one by the death of those who started it ({@link Orphans}).
///
/// There is one list, since there is one process that has children.
public final class OwnProcesses {
    private static final ReentrantReadWriteLock STARTS = new ReentrantReadWriteLock();
    private static final Map<Integer, Own> LIVING = new ConcurrentHashMap<>();
    private static volatile boolean ending;

    private OwnProcesses() {}

    private enum Kind {
        /// The main process of an execution.
        EXECUTION,
        /// A program that does prodigy's own work.
        PROGRAM,
        /// Such a program that may start others, which outlive it.
        RAISING
    }

    /// One of them. Equal to itself alone, since the kernel gives its number to another one day.
    static final class Own {
        private final int pid;
        private final Kind kind;

        private Own(int pid, Kind kind) {
            this.pid = pid;
            this.kind = kind;
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
        return start(spawning, Kind.EXECUTION);
    }

    /// Starts a program that does prodigy's own work.
    static Own startProgram(Spawning spawning) throws KernelException {
        var own = start(spawning, Kind.PROGRAM);
        Waker.watch();
        return own;
    }

    private static Own start(Spawning spawning, Kind kind) throws KernelException {
        STARTS.readLock().lock();
        try {
            if (ending) {
                throw new KernelException("posix_spawn while prodigy ends", Errno.EPERM);
            }
            return entered(spawning.start(), kind);
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
            if (ending) {
                throw new IOException("prodigy is ending");
            }
            var process = builder.start();
            var own = entered((int) process.pid(), raises ? Kind.RAISING : Kind.PROGRAM);
            var _ = process.onExit().thenRun(own::reaped);
            Waker.watch();
            return process;
        } finally {
            STARTS.readLock().unlock();
        }
    }

    /// Kills the programs that do prodigy's own work, with what belongs to their groups, and starts nothing from now
    /// on: for the moment before the exit.
    public static void killPrograms() {
        STARTS.writeLock().lock();
        try {
            ending = true;
            programs().forEach(pid -> Signals.toProcessAndGroup(pid, Signals.KILL));
        } finally {
            STARTS.writeLock().unlock();
        }
    }

    private static Own entered(int pid, Kind kind) {
        var own = new Own(pid, kind);
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
        return of(kind -> kind == Kind.RAISING);
    }

    /// @return the numbers of all programs that do prodigy's own work
    static Set<Integer> programs() {
        return of(kind -> kind != Kind.EXECUTION);
    }

    private static Set<Integer> of(Predicate<Kind> wanted) {
        return LIVING.values().stream()
                .filter(own -> wanted.test(own.kind))
                .map(Own::pid)
                .collect(Collectors.toSet());
    }
}

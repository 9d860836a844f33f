package dev.prodigy.runtime.process.kernel;

import static dev.prodigy.runtime.process.kernel.Libc.function;

import java.util.concurrent.CompletableFuture;

/// Holds one process by a descriptor, which unlike its number never comes to mean another process.
public final class ProcessDescriptor implements AutoCloseable {
    private static final Libc.Function SYSCALL = function("syscall");
    private static final int PIDFD_SEND_SIGNAL = 424;
    private static final int PIDFD_OPEN = 434;

    private final int descriptor;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private final Readiness.Watch watch;

    private ProcessDescriptor(int descriptor, Readiness readiness) throws KernelException {
        this.descriptor = descriptor;
        this.watch = readiness.watch(descriptor, () -> ended.complete(null));
    }

    /// @throws KernelException `ESRCH` when there is no such process
    public static ProcessDescriptor open(int pid, Readiness readiness) throws KernelException {
        int descriptor = KernelException.checked("pidfd_open", Libc.call(SYSCALL, PIDFD_OPEN, pid, 0));
        try {
            return new ProcessDescriptor(descriptor, readiness);
        } catch (KernelException e) {
            Descriptors.close(descriptor);
            throw e;
        }
    }

    /// @return done when the process is dead, reaped or not; never done exceptionally
    public CompletableFuture<Void> ended() {
        return ended;
    }

    /// Sends a signal; a stopped process is woken for it.
    ///
    /// @return false when it may not be signalled: it runs as another user
    public boolean signal(int signal) {
        int result = Libc.call(SYSCALL, PIDFD_SEND_SIGNAL, descriptor, signal, 0, 0, 0);
        Libc.call(SYSCALL, PIDFD_SEND_SIGNAL, descriptor, Signals.CONT, 0, 0, 0);
        return result != -Errno.EPERM;
    }

    @Override
    public void close() {
        watch.cancel();
        Descriptors.close(descriptor);
    }
}

package dev.prodigy.runtime.process.kernel;

import static dev.prodigy.runtime.process.kernel.Libc.function;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.util.concurrent.CompletableFuture;

/// A process that we started: leader of its own session and process group, without controlling terminal (spec 03
/// §13).
public final class Child {
    private static final Libc.Function WAIT = function("waitpid");

    private final int pid;
    private final ProcessDescriptor descriptor;
    private final PipeReader stdout;
    private final PipeReader stderr;

    private Child(int pid, ProcessDescriptor descriptor, PipeReader stdout, PipeReader stderr) {
        this.pid = pid;
        this.descriptor = descriptor;
        this.stdout = stdout;
        this.stderr = stderr;
    }

    /// Starts a program. Its standard input is `/dev/null` or what it is fed, its outputs are pipes; it inherits
    /// no other descriptor, and no blocked or ignored signal.
    ///
    /// @throws KernelException when it did not start; see {@link Errno}
    public static Child start(Start start, Readiness readiness) throws KernelException {
        try (var out = OutputPipe.open(readiness);
                var err = OutputPipe.open(readiness)) {
            int pid = Spawn.start(start, out.writeEnd(), err.writeEnd());
            try {
                var descriptor = ProcessDescriptor.open(pid, readiness);
                return new Child(pid, descriptor, out.takeReader(), err.takeReader());
            } catch (KernelException e) {
                Signals.toGroup(pid, Signals.KILL);
                awaitStatus(pid);
                throw e;
            }
        }
    }

    /// @return the process number, of its session and group as well
    public int pid() {
        return pid;
    }

    /// @return done when the main process is dead; never done exceptionally
    public CompletableFuture<Void> ended() {
        return descriptor.ended();
    }

    public PipeReader stdout() {
        return stdout;
    }

    public PipeReader stderr() {
        return stderr;
    }

    /// Takes the status of the dead main process; to be called once. Until then its number stays its own.
    ///
    /// @return as of `waitpid`
    public int reap() {
        descriptor.close();
        try {
            return awaitStatus(pid);
        } catch (KernelException e) {
            // Without a status nobody may call it a success.
            throw new IllegalStateException(e);
        }
    }

    private static int awaitStatus(int pid) throws KernelException {
        try (var arena = Arena.ofConfined()) {
            var status = arena.allocate(JAVA_INT);
            Libc.checked(WAIT, pid, status.address(), 0, 0);
            return status.get(JAVA_INT, 0);
        }
    }
}

package dev.prodigy.runtime.process.kernel;

import static dev.prodigy.runtime.process.kernel.Libc.function;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/// A process that we started: leader of its own session and process group, without controlling terminal (spec 03
/// §13).
public final class Child {
    private static final Libc.Function WAIT = function("waitpid");
    private static final int WAITING = 0;
    private static final int WITHOUT_WAITING = 1;

    private final OwnProcesses.Own own;
    private final ProcessDescriptor descriptor;
    private final PipeReader stdout;
    private final PipeReader stderr;
    private final OutputReader output;

    private Child(OwnProcesses.Own own, ProcessDescriptor descriptor, PipeReader stdout, PipeReader stderr) {
        this.own = own;
        this.descriptor = descriptor;
        this.stdout = stdout;
        this.stderr = stderr;
        this.output = new OutputReader(stdout, stderr);
    }

    /// Starts a program. Its standard input is `/dev/null` or what it is fed, its outputs are pipes; it inherits
    /// no other descriptor, and no blocked or ignored signal.
    ///
    /// @throws KernelException when it did not start; see {@link Errno}
    public static Child start(Start start, Readiness readiness) throws KernelException {
        try (var out = OutputPipe.open(readiness);
                var err = OutputPipe.open(readiness)) {
            Orphans.prepare();
            var own = OwnProcesses.start(() -> Spawn.start(start, out.writeEnd(), err.writeEnd()));
            try {
                var descriptor = ProcessDescriptor.open(own.pid(), readiness);
                return new Child(own, descriptor, out.takeReader(), err.takeReader());
            } catch (KernelException e) {
                Signals.toGroup(own.pid(), Signals.KILL);
                status(own.pid(), WAITING);
                own.reaped();
                throw e;
            }
        }
    }

    /// @return the process number, of its session and group as well
    public int pid() {
        return own.pid();
    }

    /// @return done when the main process is dead; never done exceptionally
    public CompletableFuture<Void> ended() {
        return descriptor.ended();
    }

    /// @return reads its standard output and error, once started
    public OutputReader output() {
        return output;
    }

    /// @return what the kernel calls the pipes of its outputs, as far as somebody still holds their other ends
    public Stream<String> pipes() {
        return Stream.of(stdout.name(), stderr.name()).filter(Objects::nonNull);
    }

    /// Takes the status of the main process. Until then its number, dead or not, stays its own. Not to be called
    /// again once a status was returned.
    ///
    /// @return as of `waitpid`; nothing while the process lives
    public OptionalInt reap() {
        try {
            var status = status(own.pid(), WITHOUT_WAITING);
            if (status.isPresent()) {
                own.reaped();
                descriptor.close();
            }
            return status;
        } catch (KernelException e) {
            // Without a status nobody may call it a success.
            throw new IllegalStateException(e);
        }
    }

    /// Takes the status of a child, if it is dead.
    ///
    /// @return whether it is no child any more
    static boolean isTaken(int pid) {
        try {
            return status(pid, WITHOUT_WAITING).isPresent();
        } catch (KernelException e) {
            return true;
        }
    }

    /// Waits in the kernel for a process to end, and takes its status.
    static int statusAtEnd(int pid) throws KernelException {
        return status(pid, WAITING).orElseThrow();
    }

    private static OptionalInt status(int pid, int option) throws KernelException {
        try (var arena = Arena.ofConfined()) {
            var status = arena.allocate(JAVA_INT);
            int ended = Libc.checked(WAIT, pid, status.address(), option, 0);
            return ended == pid ? OptionalInt.of(status.get(JAVA_INT, 0)) : OptionalInt.empty();
        }
    }
}

package dev.prodigy.runtime.process.kernel;

import static dev.prodigy.runtime.process.kernel.Libc.function;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;

/// Starts a program in a new session: `posix_spawn`.
final class Spawn {
    private static final Libc.Function SPAWN = function("posix_spawn");
    private static final int RESET_SIGNALS = 0x04;
    private static final int SET_SIGNAL_MASK = 0x08;
    private static final int NEW_SESSION = 0x80;
    private static final long ATTRIBUTES = attributes();
    private static final int STDIN = 0;
    private static final int STDOUT = 1;
    private static final int STDERR = 2;

    private Spawn() {}

    /// @param stdout a descriptor of ours, likewise `stderr`
    /// @return the process number, of its session and group as well
    static int start(Start start, int stdout, int stderr) throws KernelException {
        if (start.input() == null) {
            return start(start, "/dev/null", stdout, stderr);
        }
        int input = Descriptors.memoryFile(start.input());
        try {
            return start(start, "/proc/self/fd/" + input, stdout, stderr);
        } finally {
            Descriptors.close(input);
        }
    }

    private static int start(Start start, String stdin, int stdout, int stderr) throws KernelException {
        try (var arena = Arena.ofConfined();
                var actions = new FileActions(arena)) {
            actions.read(STDIN, stdin)
                    .duplicate(stdout, STDOUT)
                    .duplicate(stderr, STDERR)
                    .enter(start.directory())
                    .closeFrom(STDERR + 1);
            var pid = arena.allocate(JAVA_INT);
            Signals.keepStatusOfChildren();
            int error = Libc.call(
                    SPAWN,
                    pid.address(),
                    arena.allocateFrom(start.program()).address(),
                    actions.address(),
                    ATTRIBUTES,
                    CStrings.array(arena, start.arguments()),
                    CStrings.array(arena, start.environment()));
            if (error != 0) {
                throw new KernelException("posix_spawn", error);
            }
            return pid.get(JAVA_INT, 0);
        }
    }

    /// Made once, read by every start. Signals: the JVM blocks some in its threads, and whoever started prodigy
    /// may have ignored some; a step is to begin as from a terminal.
    private static long attributes() {
        var attributes = Arena.global().allocate(512, 16).address();
        var none = Arena.global().allocate(128, 16).address();
        var all = Arena.global().allocate(128, 16).address();
        Libc.call(function("sigfillset"), all);
        Libc.call(function("posix_spawnattr_init"), attributes);
        Libc.call(function("posix_spawnattr_setsigmask"), attributes, none);
        Libc.call(function("posix_spawnattr_setsigdefault"), attributes, all);
        Libc.call(function("posix_spawnattr_setflags"), attributes, NEW_SESSION | RESET_SIGNALS | SET_SIGNAL_MASK);
        return attributes;
    }
}

package dev.prodigy.runtime.process;

import dev.prodigy.runtime.process.kernel.Child;
import dev.prodigy.runtime.process.kernel.Errno;
import dev.prodigy.runtime.process.kernel.KernelException;
import dev.prodigy.runtime.process.kernel.Marker;
import dev.prodigy.runtime.process.kernel.Start;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Starts the main process of an execution, patiently, and says in words what was in the way.
final class Launch {
    private static final int TRIES = 5;
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);

    private final Starter starter;
    private final Timers timers;

    Launch(Starter starter, Timers timers) {
        this.starter = starter;
        this.timers = timers;
    }

    /// What starts a process; the kernel, but in tests.
    interface Starter {
        Child start(Start start) throws KernelException;
    }

    /// @throws SpawnFailed when it could not be started; when processes, memory or descriptors have run out only
    ///     after five tries
    Child launch(Command command, String mark) throws SpawnFailed {
        var program = ProgramFile.of(command);
        var start =
                new Start(program, command.arguments(), command.directory(), entries(command, mark), command.input());
        refuseNul(command, start.arguments());
        refuseNul(command, start.environment());
        for (int attempt = 1; ; attempt++) {
            try {
                return starter.start(start);
            } catch (KernelException e) {
                if (!Errno.isShortage(e.errno())) {
                    throw failure(command, program, e.errno());
                }
                if (attempt == TRIES) {
                    var kind = Errno.isOfDescriptors(e.errno())
                            ? SpawnFailed.Kind.NO_DESCRIPTORS
                            : SpawnFailed.Kind.SHORTAGE;
                    throw new SpawnFailed(kind, command.program(), Errno.text(e.errno()));
                }
                timers.pause(FIRST_PAUSE.multipliedBy(1L << (attempt - 1)));
            }
        }
    }

    private static List<String> entries(Command command, String mark) {
        var entries = new ArrayList<String>(command.environment().size() + 1);
        for (Map.Entry<String, String> variable : command.environment().entrySet()) {
            if (!variable.getKey().equals(Marker.VARIABLE)) {
                entries.add(variable.getKey() + "=" + variable.getValue());
            }
        }
        entries.add(Marker.appended(command.environment(), mark));
        return entries;
    }

    /// C would take what stands before the NUL for the whole text.
    private static void refuseNul(Command command, List<String> texts) throws SpawnFailed {
        for (var text : texts) {
            if (text.indexOf('\0') >= 0) {
                throw new SpawnFailed(
                        SpawnFailed.Kind.REFUSED, command.program(), "an argument or variable has a NUL character");
            }
        }
    }

    private static SpawnFailed failure(Command command, String program, int errno) {
        boolean missing = errno == Errno.ENOENT || errno == Errno.ENOTDIR;
        boolean denied = errno == Errno.EACCES;
        var directory = command.directory();
        if ((missing && !Files.isDirectory(directory)) || (denied && !Files.isExecutable(directory))) {
            return new SpawnFailed(SpawnFailed.Kind.DIRECTORY_UNUSABLE, directory.toString(), Errno.text(errno));
        }
        if (missing) {
            var reason = Files.exists(directory.resolve(program))
                    ? "the interpreter that its first line names is missing"
                    : Errno.text(errno);
            return new SpawnFailed(SpawnFailed.Kind.PROGRAM_MISSING, command.program(), reason);
        }
        var kind =
                denied || errno == Errno.ENOEXEC ? SpawnFailed.Kind.PROGRAM_NOT_EXECUTABLE : SpawnFailed.Kind.REFUSED;
        return new SpawnFailed(kind, command.program(), Errno.text(errno));
    }
}

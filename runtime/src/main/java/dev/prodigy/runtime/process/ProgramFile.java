package dev.prodigy.runtime.process;

import java.nio.file.Files;

/// Finds the file of a program the way a shell does, in the `PATH` that the program will see.
final class ProgramFile {
    private static final String DEFAULT_PATH = "/usr/local/bin:/usr/bin:/bin";

    private ProgramFile() {}

    /// @return the path to execute; a relative one counts from the command's directory
    /// @throws SpawnFailed when there is none, or none that may be executed
    static String of(Command command) throws SpawnFailed {
        var program = command.program();
        if (program.contains("/")) {
            return program;
        }
        boolean seen = false;
        for (var directory :
                command.environment().getOrDefault("PATH", DEFAULT_PATH).split(":", -1)) {
            var file = command.directory().resolve(directory).resolve(program);
            if (!program.isEmpty() && Files.isRegularFile(file)) {
                if (Files.isExecutable(file)) {
                    return file.toAbsolutePath().toString();
                }
                seen = true;
            }
        }
        throw seen
                ? new SpawnFailed(SpawnFailed.Kind.PROGRAM_NOT_EXECUTABLE, program, "permission denied")
                : new SpawnFailed(SpawnFailed.Kind.PROGRAM_MISSING, program, "in no directory of PATH");
    }
}

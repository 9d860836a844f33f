package dev.prodigy.runtime.process;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A program to run.
///
/// @param arguments the program, looked up in the environment's `PATH` unless it has a slash, and its arguments
/// @param directory the working directory
/// @param environment all of it, which nobody changes any more; nothing else is inherited but an appended
///     `PRODIGY_MARKER`
/// @param input what it reads from its standard input; null: nothing
public record Command(
        List<String> arguments,
        Path directory,
        Map<String, String> environment,
        @Nullable String input) {
    /// Longer texts, in bytes, go to a program through a file or its standard input (spec 03 §13).
    public static final int LONGEST_ARGUMENT = 100 * 1024;

    public Command {
        arguments = List.copyOf(arguments);
        environment = Collections.unmodifiableMap(environment);
        if (arguments.isEmpty()) {
            throw new IllegalArgumentException("a command needs a program");
        }
    }

    /// @return the program as it was named
    public String program() {
        return arguments.getFirst();
    }
}

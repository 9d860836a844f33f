package dev.prodigy.runtime.git;

import java.util.List;
import java.util.Map;

/// Something that runs git, and the user's hooks below it, under its own limits.
@FunctionalInterface
public interface GitExecution {

    /// Runs one command to its end, its processes included.
    ///
    /// @param words the program and all its arguments
    /// @param environment all of it
    /// @return how it ended; {@link GitResult#interrupted} when a limit or the end of the run ended it
    /// @throws GitFailure when the program cannot be started
    GitResult run(GitCommand command, List<String> words, Map<String, String> environment);
}

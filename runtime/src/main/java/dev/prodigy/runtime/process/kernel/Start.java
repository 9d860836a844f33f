package dev.prodigy.runtime.process.kernel;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the kernel needs to start a program.
///
/// @param program its file; a relative one is looked up in `directory`
/// @param arguments the first is the name the program is called by
/// @param environment entries `NAME=value`
/// @param input what it reads from its standard input; null: nothing, from `/dev/null`
public record Start(
        String program,
        List<String> arguments,
        Path directory,
        List<String> environment,
        @Nullable String input) {}

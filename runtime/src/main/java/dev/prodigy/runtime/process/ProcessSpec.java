package dev.prodigy.runtime.process;

import dev.prodigy.runtime.process.output.OutputSpec;
import java.util.List;
import java.util.function.Consumer;

/// One execution to be run.
///
/// @param mark names the execution, and no other one, in the environment of its processes (`PRODIGY_MARKER`); no
///     blanks. Marks of one run, item or attempt share a beginning, by which {@link Leftovers} finds them
/// @param lateLeaks hears the names of processes that had left the group and were found and ended after the
///     execution's end (within 1 s of it, plus grace); called on any thread
public record ProcessSpec(
        Command command, String mark, OutputSpec output, ExecutionLimits limits, Consumer<List<String>> lateLeaks) {
    public ProcessSpec {
        if (mark.isEmpty() || mark.chars().anyMatch(c -> c <= ' ')) {
            throw new IllegalArgumentException("a mark is one word: '" + mark + "'");
        }
    }
}

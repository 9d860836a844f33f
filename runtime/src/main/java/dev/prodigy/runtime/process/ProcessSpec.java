package dev.prodigy.runtime.process;

import dev.prodigy.runtime.process.output.OutputSpec;

/// One execution to be run.
///
/// @param mark names the execution, and no other one, in the environment of its processes (`PRODIGY_MARKER`); no
///     blanks. Marks of one run, item or attempt share a beginning, by which {@link Leftovers} finds them
/// @param lateLeaks hears of processes that had left the group
public record ProcessSpec(
        Command command, String mark, OutputSpec output, ExecutionLimits limits, LateLeaks lateLeaks) {
    public ProcessSpec {
        if (mark.isEmpty() || mark.chars().anyMatch(c -> c <= ' ')) {
            throw new IllegalArgumentException("a mark is one word: '" + mark + "'");
        }
    }
}

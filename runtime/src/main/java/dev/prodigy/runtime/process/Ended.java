package dev.prodigy.runtime.process;

import dev.prodigy.runtime.process.output.Outputs;
import java.time.Instant;
import java.util.List;

/// What became of an execution. None of its processes is left but those that {@link Leftovers} still finds by
/// their mark.
///
/// @param leaked names of the processes that had to be ended: after an exit those left in the group, after a
///     limit or a stop those that had left it (event `process_leaked`, spec 03 §13)
public record Ended(Exit exit, Cause cause, Outputs outputs, List<String> leaked, Instant startedAt, Instant endedAt) {
    public Ended {
        leaked = List.copyOf(leaked);
    }

    /// @return whether it exited by itself with status 0
    public boolean isSuccess() {
        return cause == Cause.EXITED && exit.isSuccess();
    }
}

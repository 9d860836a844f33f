package dev.prodigy.engine.world;

import dev.prodigy.engine.redact.Said;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How an execution of a program went. None of its processes lives any more.
///
/// @param end how it ended
/// @param stdout invalid UTF-8 replaced; at most the last 16 MiB
/// @param stderr likewise
/// @param both as they arrived, likewise
/// @param truncated whether one of these is not whole
/// @param said the end of what it printed, for people
/// @param log path of the full log below the program's home, or null when there is none
/// @param leaked names of processes it left behind, which were ended
public record Ran(
        End end,
        String stdout,
        String stderr,
        String both,
        boolean truncated,
        Said said,
        @Nullable String log,
        Duration duration,
        List<String> leaked) {

    /// How an execution ended.
    public sealed interface End {
        /// Its main process exited.
        record Exited(int code) implements End {}

        /// A signal that was not ours killed it.
        record Killed(int signal) implements End {}

        /// One of its limits passed, and it was ended.
        record TimedOut(Scope scope, Duration limit) implements End {}

        /// It could not be started.
        ///
        /// @param missing the program was not found
        record NotStarted(String message, boolean missing) implements End {}
    }

    /// Whose limit it was.
    public enum Scope {
        ATTEMPT,
        IDLE,
        /// A limit around the execution: of the step as a whole, of its phase, item or run.
        DEADLINE
    }
}

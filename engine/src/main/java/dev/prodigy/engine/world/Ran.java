package dev.prodigy.engine.world;

import dev.prodigy.engine.redact.Said;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// How an execution of a program went. None of its processes lives any more.
///
/// @param end how it ended
/// @param stdout invalid UTF-8 replaced; at most the last 16 MiB
/// @param stderr likewise
/// @param both as they arrived, likewise
/// @param truncated whether one of these is not whole
/// @param said the end of what it printed, for people
/// @param logs where all of it is
/// @param leaked names of processes it left behind, which were ended
public record Ran(
        End end,
        String stdout,
        String stderr,
        String both,
        boolean truncated,
        Said said,
        Logs logs,
        Duration duration,
        List<String> leaked) {

    /// @return the same, and nothing of what it printed: that was to be a secret
    public Ran silent() {
        return new Ran(end, "", "", "", truncated, Said.NOTHING, Logs.NONE, duration, leaked);
    }

    /// Paths of logs below the program's home; null where there is none.
    ///
    /// @param events of an agent
    public record Logs(
            @Nullable String stdout,
            @Nullable String stderr,
            @Nullable String events) {
        /// Nothing was logged.
        public static final Logs NONE = new Logs(null, null, null);

        /// @return all there are
        public List<String> all() {
            return Stream.of(stdout, stderr, events).filter(Objects::nonNull).toList();
        }

        /// @param complained whether the last line to be quoted is one of stderr
        /// @return the one to be named first: an agent's raw stream (spec 01 §11), else that of the quoted line
        public @Nullable String first(boolean complained) {
            if (events != null) {
                return events;
            }
            return (complained || stdout == null) && stderr != null ? stderr : stdout;
        }
    }

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

package dev.prodigy.runtime.process.output;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Where an execution's output is logged (spec 05 §5.5). A file that exists is never overwritten; a stream
/// without output gets none.
///
/// @param stdout null: not logged; `stderr` likewise
/// @param agent for the events of standard output alone, a line each, as they arrive; null: not logged by themselves
/// @param limit bytes per stream (`log_limit`); at least 1 KiB is kept
public record LogFiles(
        @Nullable Path stdout,
        @Nullable Path stderr,
        @Nullable Path agent,
        long limit) {
    /// Nothing is logged.
    public static final LogFiles NONE = new LogFiles(null, null, null, 0);

    /// The two streams.
    public LogFiles(Path stdout, Path stderr, long limit) {
        this(stdout, stderr, null, limit);
    }

    @Nullable
    Path of(Stream stream) {
        return switch (stream) {
            case STDOUT -> stdout;
            case STDERR -> stderr;
        };
    }
}

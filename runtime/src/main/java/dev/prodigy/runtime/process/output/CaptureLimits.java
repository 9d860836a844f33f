package dev.prodigy.runtime.process.output;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// How many of the last bytes are kept in memory for variables (spec 01 §3: 16 MiB at most), per stream and of
/// both as they arrived. 0 keeps nothing: a workflow that never names a stream need not hold it.
///
/// @param wholeOrEnd of a stream that is longer only its end is kept
/// @param overflow a folder for what is more than a few executions at once may have in memory; null: none
public record CaptureLimits(
        int stdout,
        int stderr,
        int both,
        boolean wholeOrEnd,
        @Nullable Path overflow) {
    /// The most that a variable can hold.
    public static final int MAX = 16 * 1024 * 1024;

    /// All in memory.
    public CaptureLimits(int stdout, int stderr, int both) {
        this(stdout, stderr, both, false, null);
    }

    /// Nothing is kept.
    public static final CaptureLimits NONE = new CaptureLimits(0, 0, 0);

    /// Each stream on its own, as for the default variables.
    public static final CaptureLimits EACH = new CaptureLimits(MAX, MAX, 0);

    LastBytes keeper(Stream stream, ByteFilter filter) {
        return new LastBytes(of(stream), wholeOrEnd, filter, overflow);
    }

    LastBytes keeperOfBoth(ByteFilter filter) {
        return new LastBytes(both, wholeOrEnd, filter, overflow);
    }

    int of(Stream stream) {
        return switch (stream) {
            case STDOUT -> stdout;
            case STDERR -> stderr;
        };
    }
}

package dev.prodigy.runtime.process.output;

/// How many of the last bytes are kept in memory for variables (spec 01 §3: 16 MiB at most), per stream and of
/// both as they arrived. 0 keeps nothing: a workflow that never names a stream need not hold it.
public record CaptureLimits(int stdout, int stderr, int both) {
    /// The most that a variable can hold.
    public static final int MAX = 16 * 1024 * 1024;

    /// Nothing is kept.
    public static final CaptureLimits NONE = new CaptureLimits(0, 0, 0);

    /// Each stream on its own, as for the default variables.
    public static final CaptureLimits EACH = new CaptureLimits(MAX, MAX, 0);

    int of(Stream stream) {
        return switch (stream) {
            case STDOUT -> stdout;
            case STDERR -> stderr;
        };
    }
}

package dev.prodigy.runtime.process.output;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// What one stream printed.
///
/// @param bytes how many, as printed
/// @param captured the end of them, not masked
/// @param tail the last 64 KiB, masked
/// @param log the log file, or null when nothing was printed or logging was not asked for
/// @param logFault why the log is not whole, or null. That is a fault of the machine, not of the step (spec 02
///     §2.2)
public record StreamOutput(
        long bytes,
        Kept captured,
        Kept tail,
        @Nullable Path log,
        @Nullable IOException logFault) {}

package dev.prodigy.runtime.process.output;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What is to become of a process's output.
///
/// @param filter makes the filter of each stream, through which passes all that is logged, shown or kept as
///     tail. What is captured for variables and read as events is not filtered (spec 05 §9)
/// @param display null: shown to nobody
/// @param events null: standard output is no stream of events
/// @param spool takes standard output as it comes, all of it; null: nobody needs it whole
public record OutputSpec(
        LogFiles logs,
        CaptureLimits captures,
        Supplier<ByteFilter> filter,
        @Nullable Display display,
        @Nullable EventLines events,
        @Nullable Spool spool) {

    /// Nothing is logged or shown; both streams are captured.
    public static final OutputSpec CAPTURED =
            new OutputSpec(LogFiles.NONE, CaptureLimits.EACH, ByteFilter::none, null, null, null);
}

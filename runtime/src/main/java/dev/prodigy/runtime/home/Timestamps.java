package dev.prodigy.runtime.home;

import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Locale;

/// RFC 3339 in UTC with milliseconds, the only form of time in files (spec 00).
public final class Timestamps {
    private static final DateTimeFormatter MILLIS =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter(Locale.ROOT);

    private Timestamps() {}

    /// @return such as `2026-01-31T12:00:00.123Z`; what is finer than a millisecond is dropped
    public static String format(Instant instant) {
        return MILLIS.format(instant);
    }
}

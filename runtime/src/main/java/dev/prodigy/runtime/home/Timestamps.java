package dev.prodigy.runtime.home;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.util.Locale;

/// Times as they stand in files: RFC 3339 in UTC with milliseconds (spec 00), and the compact form in names (spec
/// 05 §5.1). What is finer than a millisecond is dropped.
public final class Timestamps {
    private static final DateTimeFormatter MILLIS =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter(Locale.ROOT);
    private static final DateTimeFormatter COMPACT =
            DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmssSSS", Locale.ROOT).withResolverStyle(ResolverStyle.STRICT);

    private Timestamps() {}

    /// @return such as `2026-01-31T12:00:00.123Z`
    public static String format(Instant instant) {
        return MILLIS.format(instant);
    }

    /// @return such as `20260131T120000123`
    public static String compact(Instant instant) {
        return COMPACT.format(instant.atOffset(ZoneOffset.UTC));
    }

    /// @param text of the form that {@link #compact} makes
    /// @return its time
    /// @throws java.time.DateTimeException when there is no such time
    public static Instant fromCompact(String text) {
        return LocalDateTime.parse(text, COMPACT).toInstant(ZoneOffset.UTC);
    }
}

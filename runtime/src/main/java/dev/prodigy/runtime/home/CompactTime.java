package dev.prodigy.runtime.home;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.util.Locale;

/// Times as they stand in names of runs and files: `yyyymmddThhmmssSSS` in UTC (spec 05 §5.1). What is finer than
/// a millisecond is dropped.
public final class CompactTime {
    private static final DateTimeFormatter FORM =
            DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmssSSS", Locale.ROOT).withResolverStyle(ResolverStyle.STRICT);

    private CompactTime() {}

    /// @return such as `20260131T120000123`
    public static String format(Instant instant) {
        return FORM.format(instant.atOffset(ZoneOffset.UTC));
    }

    /// @param text of the form that {@link #format} makes
    /// @return its time
    /// @throws java.time.DateTimeException when there is no such time
    public static Instant parse(String text) {
        return LocalDateTime.parse(text, FORM).toInstant(ZoneOffset.UTC);
    }
}

package dev.prodigy.model.value;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Locale;

/// Moments as the program writes them: RFC 3339, UTC, milliseconds (spec 00, "Values").
public final class Timestamps {
    private static final DateTimeFormatter FORM = DateTimeFormatter.ofPattern(
                    "uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private Timestamps() {}

    /// @return `2026-01-31T12:00:00.123Z`
    public static String format(Instant moment) {
        return FORM.format(moment);
    }

    /// @return the moment
    /// @throws UnreadableFields when the text is not a timestamp
    public static Instant parse(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeParseException e) {
            throw new UnreadableFields("not a timestamp: " + text);
        }
    }
}

package dev.prodigy.cli.events;

import dev.prodigy.cli.command.ValueReader.UnreadableValue;
import dev.prodigy.lang.decode.Durations;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A moment as `--since` and `--until` take it: so many minutes ago, a duration ago, or a timestamp.
///
/// @param ago how long before now, or null
/// @param at the moment itself, or null
record Since(@Nullable Duration ago, @Nullable Instant at) {
    private static final Pattern MINUTES = Pattern.compile("[0-9]{1,9}");

    /// @throws UnreadableValue when the text is none of the three
    static Since read(String text) {
        if (MINUTES.matcher(text).matches()) {
            return new Since(Duration.ofMinutes(Long.parseLong(text)), null);
        }
        var duration = Durations.parse(text);
        if (duration != null) {
            return new Since(duration, null);
        }
        try {
            return new Since(null, OffsetDateTime.parse(text).toInstant());
        } catch (DateTimeParseException e) {
            throw new UnreadableValue("minutes, a duration such as 2h, or a timestamp such as 2026-01-31T12:00:00Z");
        }
    }

    /// @return the moment
    Instant from(Instant now) {
        return at != null ? at : ago == null ? now : now.minus(ago);
    }
}

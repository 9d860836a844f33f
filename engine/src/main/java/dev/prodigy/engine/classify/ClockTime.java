package dev.prodigy.engine.classify;

import com.google.re2j.Matcher;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// A time of day as people write it, with or without a date and a zone (spec 02 §8.1).
///
/// @param month 1…12, 0 for none; then `day` is 0 too
/// @param year 0 for none
/// @param zone the zone's name, or null for the reader's own
record ClockTime(
        int year,
        int month,
        int day,
        LocalTime time,
        @Nullable String zone) {
    private static final Duration JUST_PASSED = Duration.ofHours(1);
    private static final List<String> MONTHS =
            List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec");

    /// @throws DateTimeException when the numbers are no time
    static ClockTime of(Matcher found) {
        var minute = found.group("minute");
        var half = found.group("half");
        if (minute == null && half == null) {
            throw new DateTimeException("a bare number is no time");
        }
        var hour = Integer.parseInt(found.group("hour"));
        if (half != null) {
            if (hour < 1 || hour > 12) {
                throw new DateTimeException("no hour of half a day");
            }
            hour = hour % 12 + (half.equalsIgnoreCase("p") ? 12 : 0);
        }
        var month = found.group("month");
        var zone = found.group("zone");
        return new ClockTime(
                number(found.group("year")),
                month == null ? 0 : MONTHS.indexOf(month.toLowerCase(Locale.ROOT)) + 1,
                number(found.group("day")),
                LocalTime.of(hour, number(minute)),
                zone == null ? found.group("name") : zone.strip());
    }

    private static int number(@Nullable String digits) {
        return digits == null ? 0 : Integer.parseInt(digits);
    }

    /// @return the next moment with this time after the text was printed; one with a date that has only just
    ///     passed is that moment, since nobody announces something a year ahead
    /// @throws DateTimeException when there is no such date or zone
    Instant nextAfter(PrintedAt printed) {
        var where = zone == null ? printed.zone() : ZoneId.of(zone, ZoneId.SHORT_IDS);
        var today = printed.now().atZone(where).toLocalDate();
        if (month == 0) {
            var moment = at(today, where);
            return moment.isAfter(printed.now()) ? moment : at(today.plusDays(1), where);
        }
        if (year != 0) {
            return at(LocalDate.of(year, month, day), where);
        }
        var moment = at(LocalDate.of(today.getYear(), month, day), where);
        return moment.plus(JUST_PASSED).isAfter(printed.now())
                ? moment
                : at(LocalDate.of(today.getYear() + 1, month, day), where);
    }

    private Instant at(LocalDate date, ZoneId where) {
        return ZonedDateTime.of(date, time, where).toInstant();
    }

    /// @param stamp RFC 3339, the zone may be missing
    /// @throws DateTimeException when it is none
    static Instant ofStamp(String stamp, ZoneId zone) {
        var text = stamp.replace(' ', 'T').replace('t', 'T').replace('z', 'Z');
        return switch (DateTimeFormatter.ISO_DATE_TIME.parseBest(text, OffsetDateTime::from, LocalDateTime::from)) {
            case OffsetDateTime moment -> moment.toInstant();
            case LocalDateTime moment -> moment.atZone(zone).toInstant();
            default -> throw new DateTimeException("no date");
        };
    }
}

package dev.prodigy.cli.command;

import dev.prodigy.cli.command.ValueReader.UnreadableValue;
import dev.prodigy.lang.decode.Durations;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The kinds of values that options take (spec 05 §1).
public final class Values {
    private static final Pattern INTEGER = Pattern.compile("[0-9]{1,9}");
    private static final Pattern DECIMAL = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,9})?");
    private static final int MOST_PARALLEL = 1000;
    private static final int MOST_ATTEMPTS = 1000;
    private static final Duration LONGEST = Duration.ofDays(36_500);

    private Values() {}

    /// @return the text as it is
    public static String text(String text) {
        return text;
    }

    /// @return an integer from 1
    public static Integer count(String text) {
        if (!INTEGER.matcher(text).matches() || Integer.parseInt(text) == 0) {
            throw new UnreadableValue("an integer from 1 to 999999999");
        }
        return Integer.valueOf(text);
    }

    /// @return how many items may be worked on at once, 1 to 1000
    public static Integer parallelism(String text) {
        return upTo(MOST_PARALLEL, text);
    }

    /// @return how often a step may be executed, 1 to 1000
    public static Integer attempts(String text) {
        return upTo(MOST_ATTEMPTS, text);
    }

    private static Integer upTo(int most, String text) {
        int number = INTEGER.matcher(text).matches() ? Integer.parseInt(text) : 0;
        if (number < 1 || number > most) {
            throw new UnreadableValue("an integer from 1 to " + most);
        }
        return number;
    }

    /// @return a rate from 0 to 1; also as a percentage
    public static BigDecimal ratio(String text) {
        var percent = text.endsWith("%");
        var digits = percent ? text.substring(0, text.length() - 1) : text;
        if (DECIMAL.matcher(digits).matches()) {
            var ratio = percent ? new BigDecimal(digits).movePointLeft(2) : new BigDecimal(digits);
            if (ratio.compareTo(BigDecimal.ONE) <= 0) {
                return ratio;
            }
        }
        throw new UnreadableValue("a ratio from 0 to 1, or a percentage such as 20%");
    }

    /// @return a duration longer than nothing; a bare integer is seconds
    public static Duration seconds(String text) {
        var duration =
                INTEGER.matcher(text).matches() ? Duration.ofSeconds(Long.parseLong(text)) : Durations.parse(text);
        return positive(bounded(duration, "a duration such as 90s or 1h30m, or whole seconds"));
    }

    /// @return an age with its unit; zero is any
    public static Duration age(String text) {
        var wanted = INTEGER.matcher(text).matches()
                ? "a duration with its unit, such as " + text + "d or " + text + "h"
                : "a duration such as 90s, 12h or 30d";
        return bounded(Durations.parse(text), wanted);
    }

    private static Duration positive(Duration duration) {
        if (duration.isZero()) {
            throw new UnreadableValue("longer than zero");
        }
        return duration;
    }

    private static Duration bounded(@Nullable Duration duration, String wanted) {
        if (duration == null) {
            throw new UnreadableValue(wanted);
        }
        if (duration.compareTo(LONGEST) > 0) {
            throw new UnreadableValue("at most " + LONGEST.toDays() + "d");
        }
        return duration;
    }

    /// @return a reader of one of these words, case ignored
    public static ValueReader<String> oneOf(String... words) {
        var valid = List.of(words);
        return text -> {
            var word = text.toLowerCase(Locale.ROOT);
            if (!valid.contains(word)) {
                throw new UnreadableValue("one of " + String.join(", ", valid));
            }
            return word;
        };
    }
}

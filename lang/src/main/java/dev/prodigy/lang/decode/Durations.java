package dev.prodigy.lang.decode;

import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.value.Value;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Durations as workflows and command lines write them: `500ms`, `1s`, `2m`, `1h30m`, `1d` (spec 00,
/// "Values").
public final class Durations {
    private static final Pattern FORM = Pattern.compile("([0-9]{1,15}(\\.[0-9]{1,9})?(ms|s|m|h|d)){1,8}");
    private static final Pattern PART = Pattern.compile("([0-9.]+)(ms|[smhd])");
    private static final Pattern DIGITS = Pattern.compile("-?[0-9]{1,18}");
    private static final String SCHEMA = "^([0-9]+(\\.[0-9]+)?(ms|s|m|h|d))+$";
    private static final String NOTHING = "^(0+(\\.0+)?(ms|s|m|h|d))+$";
    private static final Duration LONGEST = Duration.ofDays(36_500);
    private static final Duration LONGEST_DELAY = Duration.ofHours(24);
    private static final String EXPECTS = "a duration such as 30s";

    /// A duration with its unit, longer than nothing.
    public static final Shape<Duration> POSITIVE = withUnit(EXPECTS, Duration.ofNanos(1), LONGEST);

    /// A wait: from nothing to 24 hours (spec 02 §3.2).
    public static final Shape<Duration> DELAY =
            withUnit("a duration up to 24h, such as 500ms", Duration.ZERO, LONGEST_DELAY);

    /// The same wait in a key that ends with `_ms`.
    public static final Shape<Duration> DELAY_MS = milliseconds(Duration.ZERO, LONGEST_DELAY);

    /// A duration longer than nothing, in a key that ends with `_ms`.
    public static final Shape<Duration> POSITIVE_MS = milliseconds(Duration.ofMillis(1), LONGEST);

    /// A duration longer than nothing, or its whole seconds without a unit (spec 01 §1, "Seconds").
    public static final Shape<Duration> SECONDS = new Given<>(
            new ScalarShape<>(
                    "a duration such as 30s, or whole seconds",
                    Schemas.anyOf(
                            written(Duration.ofNanos(1)),
                            whole(1, LONGEST.toSeconds()),
                            Schemas.pattern("^0*[1-9][0-9]*$")),
                    Durations::seconds,
                    Durations::canonical),
            "1s");

    private Durations() {}

    /// @return the duration that a text with units states, or null when it states none
    public static @Nullable Duration parse(String text) {
        var simple = simple(text);
        if (simple != null || !FORM.matcher(text).matches()) {
            return simple;
        }
        var total = Duration.ZERO;
        var part = PART.matcher(text);
        while (part.find()) {
            var nanos = new BigDecimal(part.group(1)).multiply(BigDecimal.valueOf(nanos(part.group(2))));
            var seconds = nanos.divideToIntegralValue(BigDecimal.valueOf(1_000_000_000L));
            var rest = nanos.subtract(seconds.multiply(BigDecimal.valueOf(1_000_000_000L)));
            if (seconds.compareTo(BigDecimal.valueOf(LONGEST.toSeconds())) > 0) {
                return LONGEST.plusNanos(1);
            }
            total = total.plus(Duration.ofSeconds(seconds.longValue(), rest.longValue()));
        }
        return total;
    }

    /// Most durations are one small number and its unit: those need no pattern.
    private static @Nullable Duration simple(String text) {
        int digits = 0;
        int number = 0;
        while (digits < text.length() && digits < 4 && text.charAt(digits) >= '0' && text.charAt(digits) <= '9') {
            number = number * 10 + text.charAt(digits) - '0';
            digits++;
        }
        if (digits == 0) {
            return null;
        }
        return switch (text.substring(digits)) {
            case "ms" -> Duration.ofMillis(number);
            case "s" -> Duration.ofSeconds(number);
            case "m" -> Duration.ofMinutes(number);
            case "h" -> Duration.ofHours(number);
            case "d" -> Duration.ofDays(number);
            default -> null;
        };
    }

    /// @return the duration in its shortest spelling, such as `1h30m`
    public static String format(Duration duration) {
        var text = new StringBuilder();
        append(text, duration.toDaysPart(), "d");
        append(text, duration.toHoursPart(), "h");
        append(text, duration.toMinutesPart(), "m");
        append(text, duration.toSecondsPart(), "s");
        append(text, duration.toMillisPart(), "ms");
        return text.isEmpty() ? "0s" : text.toString();
    }

    private static void append(StringBuilder text, long number, String unit) {
        if (number != 0) {
            text.append(number).append(unit);
        }
    }

    private static long nanos(String unit) {
        return switch (unit) {
            case "ms" -> 1_000_000L;
            case "s" -> 1_000_000_000L;
            case "m" -> 60_000_000_000L;
            case "h" -> 3_600_000_000_000L;
            default -> 86_400_000_000_000L;
        };
    }

    private static Shape<Duration> withUnit(String expects, Duration least, Duration most) {
        var literal = new ScalarShape<Duration>(
                expects,
                written(least),
                (scalar, place) -> within(scalar, parse(scalar.text()), least, most, place),
                Durations::canonical);
        return new Given<>(literal, "1s");
    }

    private static Shape<Duration> milliseconds(Duration least, Duration most) {
        var expects = "whole milliseconds";
        var literal = new ScalarShape<Duration>(
                expects,
                Schemas.anyOf(
                        whole(least.toMillis(), most.toMillis()),
                        Schemas.pattern(least.isZero() ? "^(-?0+|[0-9]+)$" : "^0*[1-9][0-9]*$")),
                (scalar, place) -> {
                    boolean digits = DIGITS.matcher(scalar.text()).matches();
                    var value = digits ? Duration.ofMillis(Long.parseLong(scalar.text())) : null;
                    if (value == null) {
                        invalid(scalar, place, "expected " + expects + ", found \"" + scalar.text() + "\"", null);
                        return null;
                    }
                    return within(scalar, value, least, most, place);
                },
                Durations::canonical);
        return new Given<>(literal, "1000");
    }

    private static Value.Fields written(Duration least) {
        var form = Schemas.pattern(SCHEMA);
        return least.isZero() ? form : Schemas.with(form, "not", Schemas.pattern(NOTHING));
    }

    private static Value.Fields whole(long least, long most) {
        return Schemas.with(
                Schemas.with(Schemas.type("integer"), "minimum", Value.of(least)), "maximum", Value.of(most));
    }

    private static @Nullable Duration seconds(Node.Scalar scalar, Place place) {
        var text = scalar.text();
        if (!DIGITS.matcher(text).matches()) {
            return within(scalar, parse(text), Duration.ofNanos(1), LONGEST, place);
        }
        long seconds = Math.min(Long.parseLong(text), LONGEST.toSeconds() + 1);
        return within(scalar, Duration.ofSeconds(seconds), Duration.ofNanos(1), LONGEST, place);
    }

    private static @Nullable Duration within(
            Node.Scalar scalar, @Nullable Duration value, Duration least, Duration most, Place place) {
        if (value == null) {
            var hint = DIGITS.matcher(scalar.text()).matches()
                    ? "Give the unit: " + scalar.text() + "s or " + scalar.text() + "ms."
                    : "Write numbers with units and no blanks: 500ms, 30s, 1h30m, 1d.";
            invalid(scalar, place, "\"" + scalar.text() + "\" is no duration", hint);
            return null;
        }
        if (value.compareTo(least) < 0) {
            invalid(scalar, place, "a duration of " + scalar.text() + " is too short here", null);
            return null;
        }
        if (value.compareTo(most) > 0) {
            invalid(scalar, place, "a duration of " + scalar.text() + " is longer than " + format(most), null);
            return null;
        }
        return value;
    }

    private static void invalid(Node.Scalar scalar, Place place, String message, @Nullable String hint) {
        place.report(dev.prodigy.model.source.Problem.error(
                        ProblemCode.INVALID_DURATION,
                        message,
                        scalar.span(),
                        place.path().toString())
                .hinting(hint));
    }

    private static Value canonical(Duration duration) {
        return Value.of(format(duration));
    }
}

package dev.prodigy.engine.classify;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// A wait that somebody asks for in plain words (spec 02 §3.6, §8.1). The forms stand in `wait-patterns.txt`.
public final class WaitInText {
    private static final long MILLISECOND_DIGITS = 13;
    private static final double LONGEST_SECONDS = Duration.ofDays(10_000).toSeconds();

    private WaitInText() {}

    /// Takes time in proportion to the length of the text.
    ///
    /// @return the wait that is named last, or null; what cannot be read is ignored
    public static @Nullable RequestedWait in(String text, PrintedAt printed) {
        var plain = Ansi.strip(text);
        RequestedWait last = null;
        var at = -1;
        for (var form : Forms.WAITS) {
            var matcher = form.pattern().matcher(plain);
            while (matcher.find()) {
                var wait = matcher.start() > at ? read(form.kind(), matcher, printed) : null;
                if (wait != null) {
                    last = wait;
                    at = matcher.start();
                }
            }
        }
        return last;
    }

    /// @return whether the text begins as an agent's notice that its usage limit is reached
    static boolean beginsAsNotice(String text) {
        for (var notice : Forms.NOTICES) {
            if (notice.matcher(text).lookingAt()) {
                return true;
            }
        }
        return false;
    }

    private static @Nullable RequestedWait read(String kind, Matcher found, PrintedAt printed) {
        try {
            return switch (kind) {
                case "epoch" -> new RequestedWait.At(epoch(group(found, "epoch")));
                case "stamp" -> new RequestedWait.At(ClockTime.ofStamp(group(found, "stamp"), printed.zone()));
                case "clock" -> clock(found, printed);
                case "span" -> new RequestedWait.In(span(found));
                case "seconds" -> new RequestedWait.In(seconds(Double.parseDouble(group(found, "amount"))));
                case "ms" -> new RequestedWait.In(seconds(Double.parseDouble(group(found, "amount")) / 1000));
                case "date" -> httpDate(group(found, "date"), printed);
                default -> throw new IllegalStateException("unknown kind " + kind);
            };
        } catch (DateTimeException e) {
            return null;
        }
    }

    private static @Nullable RequestedWait clock(Matcher found, PrintedAt printed) {
        var moment = ClockTime.of(found).nextAfter(printed);
        return moment == null ? null : new RequestedWait.At(moment);
    }

    private static String group(Matcher found, String name) {
        var group = found.group(name);
        return group == null ? "" : group;
    }

    private static Duration span(Matcher found) {
        var span = seconds(Double.parseDouble(group(found, "amount")) * unit(group(found, "unit")));
        var more = group(found, "amount2");
        return more.isEmpty() ? span : span.plus(seconds(Double.parseDouble(more) * unit(group(found, "unit2"))));
    }

    private static double unit(String word) {
        var unit = word.toLowerCase(Locale.ROOT);
        return switch (unit.charAt(0)) {
            case 'd' -> 86_400;
            case 'h' -> 3600;
            case 'm' -> unit.equals("ms") || unit.startsWith("milli") ? 0.001 : 60;
            default -> 1;
        };
    }

    static Duration seconds(double amount) {
        return Duration.ofMillis(Math.round(Math.min(amount, LONGEST_SECONDS) * 1000));
    }

    /// @param digits seconds, or milliseconds when there are that many
    static Instant epoch(String digits) {
        var number = Long.parseLong(digits);
        return digits.length() >= MILLISECOND_DIGITS ? Instant.ofEpochMilli(number) : Instant.ofEpochSecond(number);
    }

    /// @return the wait until an HTTP date, zero for a past one
    private static RequestedWait httpDate(String date, PrintedAt printed) {
        var moment = Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(capitalised(date.strip())));
        var wait = Duration.between(printed.now(), moment);
        return new RequestedWait.In(wait.isNegative() ? Duration.ZERO : wait);
    }

    /// The formatter wants `Wed, 21 Oct 2026 07:28:00 GMT`, however it was printed.
    private static String capitalised(String date) {
        var text = new StringBuilder(date.length());
        var inWord = false;
        for (var i = 0; i < date.length(); i++) {
            var c = date.charAt(i);
            text.append(inWord ? Character.toLowerCase(c) : Character.toUpperCase(c));
            inWord = Character.isLetter(c);
        }
        return text.toString().replace("Gmt", "GMT");
    }

    private record Form(String kind, Pattern pattern) {}

    /// Compiled when the first wait is looked for.
    private static final class Forms {
        private static final List<Pattern> NOTICES = new ArrayList<>();
        private static final List<Form> WAITS = new ArrayList<>();

        static {
            for (var line : DataFile.lines("wait-patterns.txt")) {
                var kind = line.substring(0, line.indexOf(' '));
                var pattern = Pattern.compile(line.substring(kind.length()).strip(), Pattern.CASE_INSENSITIVE);
                if (kind.equals("notice")) {
                    NOTICES.add(pattern);
                } else {
                    WAITS.add(new Form(kind, pattern));
                }
            }
        }
    }
}

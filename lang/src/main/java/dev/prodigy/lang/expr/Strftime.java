package dev.prodigy.lang.expr;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;

/// Writes a time in UTC by the conversions of `strftime` that `date:` knows (spec 01 §8.3); others stay as they are.
final class Strftime {
    private static final Map<Character, DateTimeFormatter> CONVERSIONS = Map.ofEntries(
            conversion('Y', "uuuu"),
            conversion('m', "MM"),
            conversion('d', "dd"),
            conversion('H', "HH"),
            conversion('M', "mm"),
            conversion('S', "ss"),
            conversion('F', "uuuu-MM-dd"),
            conversion('T', "HH:mm:ss"),
            conversion('j', "DDD"),
            conversion('z', "xx"));

    private Strftime() {}

    static String format(String format, Instant time) {
        var at = time.atOffset(ZoneOffset.UTC);
        var text = new StringBuilder();
        for (int i = 0; i < format.length(); i++) {
            char here = format.charAt(i);
            char conversion = here == '%' && i + 1 < format.length() ? format.charAt(i + 1) : ' ';
            var formatter = CONVERSIONS.get(conversion);
            if (formatter != null) {
                text.append(formatter.format(at));
                i++;
            } else if (conversion == 's') {
                text.append(time.getEpochSecond());
                i++;
            } else if (conversion == '%') {
                text.append('%');
                i++;
            } else {
                text.append(here);
            }
        }
        return text.toString();
    }

    private static Map.Entry<Character, DateTimeFormatter> conversion(char letter, String pattern) {
        return Map.entry(letter, DateTimeFormatter.ofPattern(pattern, Locale.ROOT));
    }
}

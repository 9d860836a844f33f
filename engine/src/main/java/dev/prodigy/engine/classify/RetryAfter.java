package dev.prodigy.engine.classify;

import java.time.DateTimeException;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The wait that an HTTP response asks for in its headers (spec 02 §3.6).
public final class RetryAfter {
    private RetryAfter() {}

    /// @param headers by name, in any case; of a repeated header the last value
    /// @return `retry-after-ms`, else `Retry-After` (seconds or an HTTP date), or null; the unreadable is ignored
    public static @Nullable RequestedWait in(Map<String, String> headers, PrintedAt received) {
        String ms = null;
        String after = null;
        for (var header : headers.entrySet()) {
            switch (header.getKey().toLowerCase(Locale.ROOT)) {
                case "retry-after-ms" -> ms = header.getValue().strip();
                case "retry-after" -> after = header.getValue().strip();
                default -> {
                    // asks for nothing
                }
            }
        }
        if (ms != null && isNumber(ms)) {
            return new RequestedWait.In(WaitInText.seconds(Double.parseDouble(ms) / 1000));
        }
        return after == null ? null : read(after, received);
    }

    private static @Nullable RequestedWait read(String value, PrintedAt received) {
        if (isNumber(value)) {
            return new RequestedWait.In(WaitInText.seconds(Double.parseDouble(value)));
        }
        try {
            return WaitInText.httpDate(value, received);
        } catch (DateTimeException e) {
            return null;
        }
    }

    private static boolean isNumber(String text) {
        var dots = 0;
        for (var i = 0; i < text.length(); i++) {
            var c = text.charAt(i);
            dots += c == '.' ? 1 : 0;
            if (c != '.' && (c < '0' || c > '9')) {
                return false;
            }
        }
        return text.length() > dots && dots < 2;
    }
}

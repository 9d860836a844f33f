package dev.prodigy.lang.expr.value;

import dev.prodigy.model.value.Value;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// What counts as a number, and how one is written (spec 01 §8.3, §10.2).
///
/// A number has at most {@link #MAX_DIGITS} digits and a scale within ±{@link #MAX_SCALE}: a few characters such as
/// `1e999999999` must not ask for gigabytes.
public final class Numbers {
    /// The most digits a number may be written with.
    static final int MAX_DIGITS = 1_000;

    /// The furthest that a decimal point may stand from a number's digits.
    static final int MAX_SCALE = 10_000;

    private static final int DIGITS_OF_A_LONG = 18;

    private Numbers() {}

    /// Reads a text that is a decimal number in full, white space around it aside: `10`, `-2.50`, `+.5`, `1e3`.
    ///
    /// @return the number, or null when the text is anything else, or a number beyond the bounds
    public static @Nullable BigDecimal parse(String text) {
        String digits = text.strip();
        if (digits.length() > MAX_DIGITS || !isDecimal(digits)) {
            return null;
        }
        try {
            return bounded(new BigDecimal(digits));
        } catch (NumberFormatException e) {
            return null; // an exponent beyond what an int holds
        }
    }

    /// @return a number or numeric text as a number; null for everything else
    public static @Nullable BigDecimal of(Value value) {
        return switch (value) {
            case Value.Num(BigDecimal number) -> bounded(number);
            case Value.Text(String text) -> parse(text);
            case Value.Null _, Value.Bool _, Value.Items _, Value.Fields _ -> null;
        };
    }

    /// @return the number unless it is beyond the bounds, then null
    static @Nullable BigDecimal bounded(BigDecimal number) {
        return Math.abs((long) number.scale()) > MAX_SCALE || number.precision() > MAX_DIGITS ? null : number;
    }

    /// @return the shortest decimal form, without `.0` and, within the bounds, without an exponent
    public static String text(BigDecimal number) {
        if (number.scale() == 0 && number.precision() <= DIGITS_OF_A_LONG) {
            return Long.toString(number.longValue());
        }
        if (bounded(number) == null) {
            return number.toString();
        }
        return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
    }

    private static boolean isDecimal(String text) {
        int at = skipSign(text, 0);
        int whole = skipDigits(text, at);
        int end = whole;
        int digits = whole - at;
        if (end < text.length() && text.charAt(end) == '.') {
            end = skipDigits(text, whole + 1);
            digits += end - whole - 1;
        }
        if (digits == 0) {
            return false;
        }
        if (end < text.length() && (text.charAt(end) == 'e' || text.charAt(end) == 'E')) {
            int exponent = skipSign(text, end + 1);
            end = skipDigits(text, exponent);
            return end > exponent && end == text.length();
        }
        return end == text.length();
    }

    private static int skipSign(String text, int at) {
        return at < text.length() && (text.charAt(at) == '-' || text.charAt(at) == '+') ? at + 1 : at;
    }

    private static int skipDigits(String text, int at) {
        int end = at;
        while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
            end++;
        }
        return end;
    }
}

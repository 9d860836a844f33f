package dev.prodigy.lang.decode;

import java.util.ArrayList;

/// How texts spell numbers within bounds, as regular expressions for the JSON Schema (spec 05 §2.3).
final class NumberPatterns {
    private NumberPatterns() {}

    /// @param most `Integer.MAX_VALUE` where there is no bound
    /// @return whole numbers from `least` to `most`, as far as a lower bound above 1 or below 0 does not matter
    static String whole(int least, int most) {
        var sign = least < 0 ? "[+-]?" : "\\+?";
        boolean open = most <= 0 || most == Integer.MAX_VALUE;
        if (least > 0) {
            return "^" + sign + "0*" + (open ? "[1-9][0-9]*" : "(" + upTo(1, most) + ")") + "(\\.0*)?$";
        }
        return "^" + sign + (open || least < 0 ? "[0-9]+" : "0*(" + upTo(0, most) + ")") + "(\\.0*)?$";
    }

    /// What has an exponent may be anything.
    ///
    /// @param most a whole number, or one beyond all bounds
    /// @return numbers up to `most`, from 0 or above where `most` is a bound
    static String upTo(double most) {
        var exponent = "[+-]?[0-9.]+[eE][+-]?[0-9]+";
        if (most > Integer.MAX_VALUE) {
            return "^([+-]?[0-9.]+|" + exponent + ")$";
        }
        int bound = (int) most;
        var below = bound > 0 ? "\\+?0*(" + upTo(0, bound - 1) + ")(\\.[0-9]*)?|" : "";
        return "^(" + below + "\\+?0*" + bound + "(\\.0*)?|-0+(\\.0*)?|" + exponent + ")$";
    }

    /// @param least 0 or 1
    /// @return the whole numbers up to one, without leading zeros where the first is 1
    private static String upTo(int least, int most) {
        var digits = Integer.toString(most);
        int length = digits.length();
        var parts = new ArrayList<String>();
        if (length > 1) {
            parts.add(least == 0 ? "[0-9]{1," + (length - 1) + "}" : "[1-9][0-9]{0," + (length - 2) + "}");
        }
        for (int i = 0; i < length; i++) {
            int first = i > 0 ? 0 : length > 1 ? 1 : least;
            int last = digits.charAt(i) - '0' - 1;
            if (first <= last) {
                parts.add(digits.substring(0, i) + "[" + first + "-" + last + "]" + "[0-9]".repeat(length - i - 1));
            }
        }
        parts.add(digits);
        return String.join("|", parts);
    }
}

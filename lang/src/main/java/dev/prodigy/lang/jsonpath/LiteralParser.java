package dev.prodigy.lang.jsonpath;

import dev.prodigy.model.value.Value;
import java.math.BigDecimal;

/// Reads the strings and numbers of a path (RFC 9535 §2.3.1, §2.3.3, §2.3.5).
final class LiteralParser {
    /// The largest integer that every JSON implementation can tell from its neighbours (RFC 7493 §2.2).
    private static final long MAX_INTEGER = (1L << 53) - 1;

    private static final int MAX_NUMBER_CHARACTERS = 1000;
    private static final int MAX_EXPONENT = 10_000;

    private final Cursor cursor;

    LiteralParser(Cursor cursor) {
        this.cursor = cursor;
    }

    /// @return whether a string begins here
    boolean atString() {
        return cursor.peek() == '"' || cursor.peek() == '\'';
    }

    /// @return whether a number begins here
    boolean atNumber() {
        return cursor.peek() == '-' || cursor.atDigit();
    }

    /// Reads an index or a bound of a slice: an integer without leading zeros.
    long integer() {
        int from = cursor.offset();
        boolean negative = cursor.take('-');
        wholePart();
        String digits = cursor.since(from);
        if (negative && digits.equals("-0")) {
            throw cursor.failureAt(from, "-0 is no index; write 0");
        }
        if (digits.length() > 17 || Math.abs(Long.parseLong(digits)) > MAX_INTEGER) {
            throw cursor.failureAt(from, "an index lies between -" + MAX_INTEGER + " and " + MAX_INTEGER);
        }
        return Long.parseLong(digits);
    }

    /// Reads a JSON number.
    Value number() {
        int from = cursor.offset();
        cursor.take('-');
        wholePart();
        if (cursor.take('.')) {
            someDigits("digits after the decimal point");
        }
        int exponent = cursor.offset();
        if (cursor.take('e') || cursor.take('E')) {
            if (!cursor.take('-')) {
                cursor.take('+');
            }
            int digits = cursor.offset();
            someDigits("digits of an exponent");
            if (!cursor.since(digits).matches("0*[0-9]{1,5}")) {
                throw cursor.failureAt(exponent, "the exponent is beyond " + MAX_EXPONENT);
            }
        }
        String text = cursor.since(from);
        if (text.length() > MAX_NUMBER_CHARACTERS) {
            throw cursor.failureAt(from, "the number is longer than " + MAX_NUMBER_CHARACTERS + " characters");
        }
        var number = new BigDecimal(text);
        if (Math.abs((long) number.scale()) > MAX_EXPONENT + MAX_NUMBER_CHARACTERS) {
            throw cursor.failureAt(exponent, "the exponent is beyond " + MAX_EXPONENT);
        }
        return new Value.Num(number);
    }

    /// Reads a string in single or double quotes.
    String string() {
        int from = cursor.offset();
        char quote = cursor.next();
        var text = new StringBuilder();
        while (!cursor.take(quote)) {
            if (cursor.atEnd()) {
                throw cursor.failureAt(from, "the string is not closed");
            }
            character(quote, text);
        }
        return text.toString();
    }

    private void wholePart() {
        int from = cursor.offset();
        someDigits("digits");
        if (cursor.since(from).length() > 1 && cursor.since(from).startsWith("0")) {
            throw cursor.failureAt(from, "a number has no leading zeros");
        }
    }

    private void someDigits(String what) {
        if (cursor.digits() == 0) {
            throw cursor.unexpected(what + " were expected");
        }
    }

    private void character(char quote, StringBuilder to) {
        int from = cursor.offset();
        char c = cursor.next();
        if (c == '\\') {
            escape(quote, from, to);
        } else if (c < ' ') {
            throw cursor.failureAt(from, "a control character in a string is written \\u%04x".formatted((int) c));
        } else if (Character.isSurrogate(c)) {
            if (!Character.isHighSurrogate(c) || !Character.isLowSurrogate(cursor.peek())) {
                throw cursor.failureAt(from, "half of a surrogate pair");
            }
            to.append(c).append(cursor.next());
        } else {
            to.append(c);
        }
    }

    private void escape(char quote, int from, StringBuilder to) {
        if (cursor.atEnd()) {
            throw cursor.failureAt(from, "the string is not closed");
        }
        char c = cursor.next();
        switch (c) {
            case 'b' -> to.append('\b');
            case 'f' -> to.append('\f');
            case 'n' -> to.append('\n');
            case 'r' -> to.append('\r');
            case 't' -> to.append('\t');
            case '/', '\\' -> to.append(c);
            case 'u' -> unicodeEscape(from, to);
            default -> {
                if (c != quote) {
                    throw cursor.failureAt(
                            from, "unknown escape; the escapes are \\b \\f \\n \\r \\t \\/ \\\\ \\u and \\" + quote);
                }
                to.append(c);
            }
        }
    }

    private void unicodeEscape(int from, StringBuilder to) {
        char first = hexadecimal(from);
        to.append(first);
        if (Character.isSurrogate(first)) {
            if (!Character.isHighSurrogate(first) || !cursor.take("\\u")) {
                throw cursor.failureAt(from, "half of a surrogate pair");
            }
            char second = hexadecimal(from);
            if (!Character.isLowSurrogate(second)) {
                throw cursor.failureAt(from, "half of a surrogate pair");
            }
            to.append(second);
        }
    }

    private char hexadecimal(int from) {
        int unit = 0;
        for (int i = 0; i < 4; i++) {
            // toLowerCase and Character.digit would also take digits of other scripts
            int digit = "0123456789abcdefABCDEF".indexOf(cursor.peek());
            if (digit < 0) {
                throw cursor.failureAt(from, "\\u is followed by four hexadecimal digits");
            }
            cursor.next();
            unit = unit * 16 + (digit > 15 ? digit - 6 : digit);
        }
        return (char) unit;
    }
}

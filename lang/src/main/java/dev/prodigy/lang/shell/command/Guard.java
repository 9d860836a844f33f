package dev.prodigy.lang.shell.command;

import dev.prodigy.lang.shell.request.Refusal;
import dev.prodigy.lang.shell.request.ShellCode;
import dev.prodigy.model.value.ShownText;
import java.util.regex.Pattern;

/// What a value must be like so that the shell does not evaluate it as code where it stands. From lax to strict.
public enum Guard {
    /// The place is safe for any value.
    NONE,
    /// What `declare` gives to an array: a value in parentheses would be parsed as a list of elements.
    NO_LIST,
    /// The value of a variable that a shell expands before it uses it.
    NO_EXPANSION,
    /// A variable's name: a subscript in it would be evaluated, as would a list assigned to it.
    NAME,
    /// A variable's name and nothing else: what would be assigned to it would be evaluated.
    BARE_NAME,
    /// What is taken apart into elements of an array of integers, all of it: words that are no integers would be
    /// evaluated.
    INTEGERS,
    /// Arithmetic: anything but an integer would be evaluated.
    INTEGER,
    /// A place the shell reads before it expands anything, so that no value can be put there.
    NOTHING;

    private static final int LONGEST_SHOWN = 40;
    private static final Pattern WORD = Pattern.compile("\\S+");
    private static final Pattern DECIMAL = Pattern.compile("([+-]?)0*([0-9]{1,19})");

    /// @throws Refusal when the value would be evaluated
    public void check(String value, int offset) {
        switch (this) {
            case NONE, INTEGERS, INTEGER -> {}
            case NO_LIST -> {
                if (value.startsWith("(")) {
                    throw code("a value in parentheses would be parsed as the elements of an array here", offset);
                }
            }
            case NO_EXPANSION -> {
                if (value.indexOf('$') >= 0 || value.indexOf('`') >= 0) {
                    throw code("the shell would expand the value of this variable", offset);
                }
            }
            case NAME -> {
                int equals = value.indexOf('=');
                int bracket = value.indexOf('[');
                boolean subscript = bracket >= 0 && (equals < 0 || bracket < equals);
                boolean list = equals >= 0 && value.startsWith("(", equals + 1);
                if (subscript || list) {
                    throw code("the shell would evaluate the subscript or list in this name", offset);
                }
            }
            case BARE_NAME -> {
                if (value.indexOf('=') >= 0 || value.indexOf('[') >= 0) {
                    throw code("the shell would evaluate more than a name here", offset);
                }
            }
            case NOTHING -> throw code("the delimiter of a here-document cannot be a value", offset);
        }
    }

    private static Refusal code(String message, int offset) {
        return new Refusal(ShellCode.VALUE_IS_CODE, message, offset);
    }

    /// @return the value's decimal digits, without leading zeros, which would make it octal
    /// @throws Refusal when it is not an integer of 64 bits
    public static String integer(String value, int offset) {
        return integer(value, value, offset);
    }

    /// @param whole what the text is part of, for the message
    private static String integer(String value, String whole, int offset) {
        var matcher = DECIMAL.matcher(value.length() > 64 ? "" : value.strip());
        if (matcher.matches()) {
            try {
                String sign = matcher.group(1).equals("-") ? "-" : "";
                return Long.toString(Long.parseLong(sign + matcher.group(2)));
            } catch (NumberFormatException tooLong) {
                throw notAnInteger(whole, offset);
            }
        }
        throw notAnInteger(whole, offset);
    }

    /// @return the value with its words as {@link #integer} gives them
    /// @throws Refusal when one is not an integer of 64 bits, or there is none
    public static String integers(String value, int offset) {
        if (value.isBlank()) {
            throw notAnInteger(value, offset);
        }
        return WORD.matcher(value).replaceAll(word -> integer(word.group(), value, offset));
    }

    /// @return that the shell would evaluate the value, which is no integer
    public static Refusal notAnInteger(String value, int offset) {
        return new Refusal(
                ShellCode.NOT_AN_INTEGER,
                ShownText.of(value, LONGEST_SHOWN)
                        + " is not an integer, and the shell would evaluate it as code in arithmetic",
                offset);
    }
}

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
    private static final String NAMES =
            "write the names that may be meant, and choose among them: `case ${…} in NAME) …`";
    private static final Pattern WORD = Pattern.compile("\\S+");
    private static final Pattern DECIMAL = Pattern.compile("([+-]?)0*([0-9]+)");
    /// More digits than this are no integer of 64 bits.
    private static final int MOST_DIGITS = 19;

    /// @throws Refusal when the value would be evaluated
    public void check(String value, int offset) {
        switch (this) {
            case NONE, INTEGERS, INTEGER -> {}
            case NO_LIST -> {
                if (value.startsWith("(")) {
                    throw code(
                            value,
                            "which the shell would parse as the elements of an array here",
                            "assign it by a command of its own, `NAME=${…}`",
                            offset);
                }
            }
            case NO_EXPANSION -> {
                if (value.indexOf('$') >= 0 || value.indexOf('`') >= 0) {
                    throw code(
                            value,
                            "which the shell would expand when it reads this variable",
                            "give the variable a text without `$` and backquotes",
                            offset);
                }
            }
            case NAME -> {
                int equals = value.indexOf('=');
                int bracket = value.indexOf('[');
                boolean subscript = bracket >= 0 && (equals < 0 || bracket < equals);
                boolean list = equals >= 0 && value.startsWith("(", equals + 1);
                if (subscript || list) {
                    throw code(
                            value,
                            "whose subscript or list the shell would evaluate as part of this name",
                            NAMES,
                            offset);
                }
            }
            case BARE_NAME -> {
                if (value.indexOf('=') >= 0 || value.indexOf('[') >= 0) {
                    throw code(value, "of which the shell would evaluate more than a name here", NAMES, offset);
                }
            }
            case NOTHING ->
                throw code(
                        value,
                        "and cannot be the delimiter of a here-document, which the shell takes as it is written",
                        "write a word of your own there, such as EOF; the lines below it may be any value",
                        offset);
        }
    }

    private static Refusal code(String value, String trouble, String way, int offset) {
        return Refusal.ofValue(ShellCode.VALUE_IS_CODE, is(value) + ", " + trouble, offset, way);
    }

    private static String is(String value) {
        return "is " + (value.isEmpty() ? "empty" : ShownText.of(value, LONGEST_SHOWN));
    }

    /// @return the value's decimal digits, without leading zeros, which would make it octal
    /// @throws Refusal when it is not an integer of 64 bits
    public static String integer(String value, int offset) {
        return integer(value, value, offset);
    }

    /// @param whole what the text is part of, for the message
    private static String integer(String value, String whole, int offset) {
        var matcher = DECIMAL.matcher(value.strip());
        if (!matcher.matches()) {
            throw notAnInteger(whole, offset);
        }
        if (matcher.group(2).length() > MOST_DIGITS) {
            throw outOfRange(whole, offset);
        }
        try {
            String sign = matcher.group(1).equals("-") ? "-" : "";
            return Long.toString(Long.parseLong(sign + matcher.group(2)));
        } catch (NumberFormatException tooLong) {
            throw outOfRange(whole, offset);
        }
    }

    private static Refusal outOfRange(String value, int offset) {
        return Refusal.ofValue(
                ShellCode.NOT_AN_INTEGER,
                is(value) + ", out of the range of 64 bits, which is all that the shell calculates with",
                offset,
                "compare it as a text, or let a program calculate that takes larger numbers, such as `bc`");
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
        return Refusal.ofValue(
                ShellCode.NOT_AN_INTEGER,
                is(value) + ", not an integer, and the shell would evaluate it as code in arithmetic",
                offset,
                value.isEmpty()
                        ? "give it a default behind `:-`, such as 0"
                        : "hand over a whole number, or keep such values away by `when: \"… matches '^[0-9]+$'\"`");
    }
}

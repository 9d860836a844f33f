package dev.prodigy.lang.shell.script;

import dev.prodigy.lang.shell.request.Refusal;
import dev.prodigy.lang.shell.request.ShellCode;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;

/// Gives the values of a text the names under which the script refers to them. Equal values share a name.
public final class ValueNames {
    private static final String STEM = "PRODIGY_V";

    private final String prefix;
    private final int longest;
    private final Map<String, String> names = new HashMap<>();
    private final SequencedMap<String, String> values = new LinkedHashMap<>();

    private ValueNames(String prefix, int longest) {
        this.prefix = prefix;
        this.longest = longest;
    }

    /// @param longest bytes a value may have
    /// @param taken texts in which no name may occur
    public static ValueNames avoiding(int longest, Iterable<String> taken) {
        int underscores = 0;
        for (String text : taken) {
            for (int at = text.indexOf(STEM); at >= 0; at = text.indexOf(STEM, at + 1)) {
                int end = at + STEM.length();
                while (end < text.length() && text.charAt(end) == '_') {
                    end++;
                }
                underscores = Math.max(underscores, end - at - STEM.length() + 1);
            }
        }
        return new ValueNames(STEM + "_".repeat(underscores), longest);
    }

    /// @param offset of the placeholder, for the message
    /// @return the name of the variable that holds this value
    /// @throws Refusal when no variable can hold it
    String nameOf(String value, int offset) {
        return names.computeIfAbsent(value, fresh -> {
            check(fresh, "a value", longest, offset);
            String name = prefix + (values.size() + 1);
            values.put(name, fresh);
            return name;
        });
    }

    /// @return a word that occurs nowhere in the text
    String unusedWord() {
        return prefix + "END";
    }

    /// @return the values by name, in the order of the text
    public SequencedMap<String, String> values() {
        return values;
    }

    /// @param what the value is called in messages
    /// @param longest bytes the value may have
    /// @param offset of the placeholder, for the message
    /// @throws Refusal when no variable can hold the value
    public static void check(String value, String what, int longest, int offset) {
        if (value.indexOf('\0') >= 0) {
            throw new Refusal(
                    ShellCode.VALUE_HAS_NUL, what + " has a NUL character, which cannot be passed to a shell", offset);
        }
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(value)) {
            throw new Refusal(
                    ShellCode.VALUE_IS_NOT_UNICODE,
                    "a value with half a surrogate pair, which is no Unicode, cannot be passed to a shell",
                    offset);
        }
        long length = Utf8.length(value);
        if (length > longest) {
            throw new Refusal(
                    ShellCode.VALUE_TOO_LARGE,
                    "a value of " + length + " bytes is too large for a shell, the most is " + longest,
                    offset);
        }
    }
}

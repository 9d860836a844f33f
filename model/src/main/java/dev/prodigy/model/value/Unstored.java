package dev.prodigy.model.value;

import java.util.LinkedHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Values that a journal has only with `***` where a secret stood (spec 05 §9). Whoever takes them over marks
/// them with the step that they came from: they may be handed on, but nobody may read the mask for the value.
///
/// The mark is a noncharacter behind the mask, which no text of people has, so it goes wherever the text goes.
public final class Unstored {
    /// Stands where a secret stood.
    public static final String MASK = "***";

    /// What {@link #mark} is told of values that no step made: the run was started with them.
    public static final String NO_STEP = "";

    private static final char BEGIN = '\uFDD0';
    private static final char END = '\uFDD1';
    private static final Pattern MARKED = Pattern.compile("\\*{3}" + BEGIN + "([^" + END + "]*)" + END);

    private Unstored() {}

    /// @param step what the step is called, or {@link #NO_STEP}
    /// @return the value, its masks marked in all texts and keys
    public static Value mark(Value value, String step) {
        return switch (value) {
            case Value.Text(var text) -> new Value.Text(mark(text, step));
            case Value.Items(var values) ->
                new Value.Items(values.stream().map(each -> mark(each, step)).toList());
            case Value.Fields fields -> mark(fields, step);
            case Value.Num _, Value.Bool _, Value.Null _ -> value;
        };
    }

    /// @return the object, its masks marked in all texts and keys
    public static Value.Fields mark(Value.Fields fields, String step) {
        var members = new LinkedHashMap<String, Value>();
        fields.members().forEach((key, value) -> members.put(mark(key, step), mark(value, step)));
        return new Value.Fields(members);
    }

    private static String mark(String text, String step) {
        return text.replace(MASK, MASK + BEGIN + step + END);
    }

    /// @return the text as it is shown and stored: the mask alone
    public static String plain(String text) {
        return text.indexOf(BEGIN) < 0 ? text : MARKED.matcher(text).replaceAll(MASK);
    }

    /// @return whether a mark stands in the value
    public static boolean isIn(Value value) {
        return step(value) != null;
    }

    /// @return the step of the first mark in the value, as {@link #mark} was told; null where there is none
    public static @Nullable String step(Value value) {
        return switch (value) {
            case Value.Text(var text) -> step(text);
            case Value.Items(var values) -> {
                for (var each : values) {
                    var step = step(each);
                    if (step != null) {
                        yield step;
                    }
                }
                yield null;
            }
            case Value.Fields(var members) -> {
                for (var member : members.entrySet()) {
                    var step = step(member.getKey()) == null ? step(member.getValue()) : step(member.getKey());
                    if (step != null) {
                        yield step;
                    }
                }
                yield null;
            }
            case Value.Num _, Value.Bool _, Value.Null _ -> null;
        };
    }

    /// @return the step of the first mark in the text; null where there is none
    public static @Nullable String step(String text) {
        if (text.indexOf(BEGIN) < 0) {
            return null;
        }
        var mark = MARKED.matcher(text);
        return mark.find() ? mark.group(1) : null;
    }
}

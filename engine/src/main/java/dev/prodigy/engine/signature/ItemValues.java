package dev.prodigy.engine.signature;

import dev.prodigy.model.value.Value;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/// The texts of a work item, which make messages differ that mean the same. Numbers are left to the mark of every
/// number: item 98 and item 101 would differ if only the longer one had the item's.
final class ItemValues {
    private static final String MARK = "<item>";
    private static final int SHORTEST = 3;
    private static final int MOST = 1000;
    private static final Comparator<String> LONGEST_FIRST =
            Comparator.comparingInt(String::length).reversed().thenComparing(Comparator.naturalOrder());

    private final Map<Character, TreeSet<String>> byFirst = new HashMap<>();

    private ItemValues() {}

    /// @param longest values that are longer cannot stand in the message
    static ItemValues of(Value item, int longest) {
        var values = new ItemValues();
        var open = new ArrayDeque<Value>(List.of(item));
        var count = 0;
        while (!open.isEmpty() && count < MOST) {
            switch (open.poll()) {
                case Value.Text(var text) -> count += values.add(text, longest);
                case Value.Items(var elements) -> open.addAll(elements);
                case Value.Fields fields -> open.addAll(fields.members().values());
                case Value.Num _, Value.Bool _, Value.Null _ -> {
                    // too common to tell items apart
                }
            }
        }
        return values;
    }

    private int add(String value, int longest) {
        if (value.length() < SHORTEST || value.length() > longest || isNumber(value)) {
            return 0;
        }
        return byFirst.computeIfAbsent(value.charAt(0), _ -> new TreeSet<>(LONGEST_FIRST))
                        .add(value)
                ? 1
                : 0;
    }

    private static boolean isNumber(String value) {
        return value.chars().allMatch(c -> (c >= '0' && c <= '9') || c == '.' || c == ',' || c == '-');
    }

    /// @return the text with a mark for each value that stands there as a whole word
    String mark(String text) {
        if (byFirst.isEmpty()) {
            return text;
        }
        var marked = new StringBuilder(text.length());
        var at = 0;
        while (at < text.length()) {
            var length = lengthAt(text, at);
            if (length == 0) {
                marked.append(text.charAt(at++));
            } else {
                marked.append(MARK);
                at += length;
            }
        }
        return marked.toString();
    }

    private int lengthAt(String text, int at) {
        var candidates = byFirst.get(text.charAt(at));
        if (candidates == null || isInsideWord(text, at)) {
            return 0;
        }
        for (var each : candidates) {
            if (text.startsWith(each, at) && !isInsideWord(text, at + each.length())) {
                return each.length();
            }
        }
        return 0;
    }

    private static boolean isInsideWord(String text, int at) {
        return at > 0
                && at < text.length()
                && Character.isLetterOrDigit(text.charAt(at - 1))
                && Character.isLetterOrDigit(text.charAt(at));
    }
}

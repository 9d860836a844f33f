package dev.prodigy.lang.yaml;

import dev.prodigy.model.value.Value;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The way from the root of a document to a place in it; as text `commands[2].on_failure.strategy` (spec 01 §14).
///
/// @param parent the place around, or null for the root
/// @param key the last step when it is a map's key, else null
/// @param index the last step when it is a list's element, from 0
public record NodePath(@Nullable NodePath parent, @Nullable String key, int index) {
    /// The whole document; as text empty.
    public static final NodePath ROOT = new NodePath(null, null, 0);

    /// @return the path of a map's value
    public NodePath key(String name) {
        return new NodePath(this, name, 0);
    }

    /// @return the path of a list's element, counted from 0
    public NodePath index(int number) {
        return new NodePath(this, null, number);
    }

    /// @return what stands there in a document; null when nothing does
    public @Nullable Value in(Value document) {
        if (parent == null) {
            return document;
        }
        return switch (parent.in(document)) {
            case Value.Fields map when key != null -> map.get(key);
            case Value.Items(var list) when key == null && index < list.size() -> list.get(index);
            case null, default -> null;
        };
    }

    /// @return names separated by dots, indexes in brackets; a key that is no plain word is written `["like this"]`
    @Override
    public String toString() {
        return from(ROOT);
    }

    /// @param outer a place around this one
    /// @return the way from there as text; the whole one where the other is not around this
    public String from(NodePath outer) {
        var text = new StringBuilder();
        append(text, outer);
        return text.toString();
    }

    private void append(StringBuilder text, NodePath outer) {
        if (parent == null || isSame(this, outer)) {
            return;
        }
        parent.append(text, outer);
        if (key == null) {
            text.append('[').append(index).append(']');
        } else if (isWord(key)) {
            text.append(text.isEmpty() ? "" : ".").append(key);
        } else {
            text.append("[\"")
                    .append(key.replace("\\", "\\\\").replace("\"", "\\\""))
                    .append("\"]");
        }
    }

    /// By hand, since the JVM makes a record's `equals` anew at each start, which takes longer than a small workflow's
    /// checks.
    @SuppressWarnings("ReferenceEquality") // the shortest way, not the answer
    private static boolean isSame(@Nullable NodePath one, @Nullable NodePath other) {
        var a = one;
        var b = other;
        while (a != b && a != null && b != null && a.index == b.index && Objects.equals(a.key, b.key)) {
            a = a.parent;
            b = b.parent;
        }
        return a == b;
    }

    /// By hand, since paths are made by the thousand and the pattern took longer than the rest of it.
    private static boolean isWord(String key) {
        for (int i = 0; i < key.length(); i++) {
            char each = key.charAt(i);
            boolean plain = (each >= 'a' && each <= 'z')
                    || (each >= 'A' && each <= 'Z')
                    || (each >= '0' && each <= '9')
                    || each == '_'
                    || (each == '-' && i > 0);
            if (!plain) {
                return false;
            }
        }
        return !key.isEmpty();
    }
}

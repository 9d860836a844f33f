package dev.prodigy.lang.yaml;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The way from the root of a document to a place in it; as text `commands[2].on_failure.strategy` (spec 01 §14).
///
/// @param parent the place around, or null for the root
/// @param step the last step as it stands in the text: a key, a quoted key in brackets, or an index in brackets
public record NodePath(@Nullable NodePath parent, String step) {
    /// The whole document; as text empty.
    public static final NodePath ROOT = new NodePath(null, "");

    private static final Pattern WORD = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_-]*");

    /// @return the path of a map's value; a key that is no plain word is written `["like this"]`
    public NodePath key(String key) {
        var quoted = "[\"" + key.replace("\\", "\\\\").replace("\"", "\\\"") + "\"]";
        return new NodePath(this, WORD.matcher(key).matches() ? key : quoted);
    }

    /// @return the path of a list's element, counted from 0
    public NodePath index(int index) {
        return new NodePath(this, "[" + index + "]");
    }

    @Override
    public String toString() {
        var text = new StringBuilder();
        append(text);
        return text.toString();
    }

    private void append(StringBuilder text) {
        if (parent == null) {
            return;
        }
        parent.append(text);
        if (!text.isEmpty() && !step.startsWith("[")) {
            text.append('.');
        }
        text.append(step);
    }
}

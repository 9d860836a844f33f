package dev.prodigy.lang.shell.input;

/// A text of the author's, in which placeholders are filled: the shell text itself, or a default in it.
///
/// @param base sets the places in different texts apart: `base + index` is unique
/// @param origin for a default, where its placeholder stands in the shell text; -1 for the shell text itself
record Written(String text, PlaceholderEnds braces, int base, int origin) {
    /// @return a whole shell text
    static Written whole(String text) {
        return new Written(text, PlaceholderEnds.of(text), 0, -1);
    }

    /// @return a default, without the backslashes that kept its single braces from being counted (spec 01 §8.1)
    static Written fallback(String source, int base, int origin) {
        String text = PlaceholderEnds.unescape(source);
        return new Written(text, PlaceholderEnds.of(text), base, origin);
    }

    /// @return where the placeholder candidate at this index ends, exclusive; 0 when there is none
    int candidate(int index) {
        return text.startsWith("${", index) ? braces.closing(index + 1) + 1 : 0;
    }

    /// @return whether `$${` stands there
    boolean isEscape(int index) {
        return text.startsWith("$${", index);
    }

    /// @return the place in the shell text that a message should name for this index
    int offset(int index) {
        return origin < 0 ? index : origin;
    }
}

package dev.prodigy.lang.yaml;

import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.resolver.CoreScalarResolver;
import org.snakeyaml.engine.v2.resolver.ScalarResolver;

/// What an unquoted scalar is by the YAML 1.2 core schema. `yes`, `no` and `on` are strings.
final class Scalars {
    /// Without the library's own `<<`, which would hide where merged keys come from.
    private static final ScalarResolver CORE = new CoreScalarResolver(false);

    /// The longest words that are no strings: `false`, `False` and `FALSE`. The others are `true` and `null`.
    private static final int LONGEST_WORD = 5;

    private Scalars() {}

    private static boolean isText(String plain) {
        char first = plain.isEmpty() ? '~' : plain.charAt(0);
        boolean isWord = (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z');
        return isWord && (plain.length() > LONGEST_WORD || "tTfFnN".indexOf(first) < 0);
    }

    /// @return the kind of an unquoted scalar
    static Node.Kind kind(String text) {
        return kind(text, true);
    }

    /// Most scalars are words, which need not be matched with patterns. The library's own `${NAME}` is a text here.
    ///
    /// @param isPlain whether neither quotes nor a tag make it a text
    /// @return the kind of a scalar
    static Node.Kind kind(String text, boolean isPlain) {
        return !isPlain || isText(text)
                ? Node.Kind.STRING
                : tagged(CORE.resolve(text, true).getValue());
    }

    /// @return the kind that a full tag means; any other tag is a string
    static Node.Kind tagged(String tag) {
        if (tag.equals(Tag.INT.getValue())) {
            return Node.Kind.INTEGER;
        }
        if (tag.equals(Tag.FLOAT.getValue())) {
            return Node.Kind.FLOAT;
        }
        if (tag.equals(Tag.BOOL.getValue())) {
            return Node.Kind.BOOLEAN;
        }
        return tag.equals(Tag.NULL.getValue()) ? Node.Kind.NULL : Node.Kind.STRING;
    }
}

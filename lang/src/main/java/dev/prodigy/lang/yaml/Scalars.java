package dev.prodigy.lang.yaml;

import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.resolver.CoreScalarResolver;
import org.snakeyaml.engine.v2.resolver.ScalarResolver;

/// What an unquoted scalar is by the YAML 1.2 core schema. `yes`, `no` and `on` are strings.
final class Scalars {
    /// Without the library's own `<<`, which would hide where merged keys come from.
    private static final ScalarResolver CORE = new CoreScalarResolver(false);

    /// The longest words that are no strings: `false`, `False` and `FALSE`.
    private static final int LONGEST_WORD = 5;

    /// And without its own `${NAME}`, which is a tag there and a text here. Most scalars are words, which need not be
    /// matched with patterns.
    static final ScalarResolver RESOLVER = (text, isImplicit) -> {
        if (text.length() > LONGEST_WORD && isLetter(text.charAt(0))) {
            return Tag.STR;
        }
        var tag = CORE.resolve(text, isImplicit);
        return tag.equals(Tag.ENV_TAG) ? Tag.STR : tag;
    };

    private Scalars() {}

    private static boolean isLetter(char character) {
        return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
    }

    /// @return the kind of an unquoted scalar
    static Node.Kind kind(String text) {
        return kind(RESOLVER.resolve(text, true));
    }

    /// @return the kind that a resolved tag means; any other tag is a string
    static Node.Kind kind(Tag tag) {
        if (tag.equals(Tag.INT)) {
            return Node.Kind.INTEGER;
        }
        if (tag.equals(Tag.FLOAT)) {
            return Node.Kind.FLOAT;
        }
        if (tag.equals(Tag.BOOL)) {
            return Node.Kind.BOOLEAN;
        }
        return tag.equals(Tag.NULL) ? Node.Kind.NULL : Node.Kind.STRING;
    }
}

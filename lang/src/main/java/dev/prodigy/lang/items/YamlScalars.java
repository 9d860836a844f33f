package dev.prodigy.lang.items;

import dev.prodigy.model.value.Value;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.resolver.ScalarResolver;

/// The values that YAML scalars stand for.
final class YamlScalars {
    private static final int MAX_NUMBER_CHARACTERS = 1000;
    private static final int MAX_EXPONENT = 10_000;

    private final ScalarResolver resolver;

    /// @param resolver tells the tag of a plain scalar
    YamlScalars(ScalarResolver resolver) {
        this.resolver = resolver;
    }

    /// @throws InputInvalid when JSON has no such value
    Value value(ScalarEvent scalar) {
        String text = scalar.getValue();
        var plain = resolver.resolve(text, true);
        var tag = tag(scalar, plain);
        if (tag.equals(Tag.STR)) {
            return new Value.Text(text);
        }
        boolean fits = tag.equals(plain) || (tag.equals(Tag.FLOAT) && plain.equals(Tag.INT));
        if (fits && tag.equals(Tag.NULL)) {
            return Value.Null.NULL;
        }
        if (fits && tag.equals(Tag.BOOL)) {
            return Value.of(text.equalsIgnoreCase("true"));
        }
        if (fits && (tag.equals(Tag.INT) || tag.equals(Tag.FLOAT))) {
            return new Value.Num(number(scalar, text));
        }
        throw YamlDocuments.failure(scalar, tag.getValue() + " \"" + text + "\" has no equal in JSON");
    }

    private static Tag tag(ScalarEvent scalar, Tag plain) {
        String explicit = scalar.getTag().orElse("");
        if (!explicit.isEmpty() && !explicit.equals("!")) {
            return new Tag(explicit);
        }
        // "<<" resolves to a tag of YAML 1.1, which the core schema does not know
        boolean text = !scalar.isPlain() || explicit.equals("!") || plain.equals(Tag.MERGE);
        return text ? Tag.STR : plain;
    }

    private static BigDecimal number(ScalarEvent scalar, String text) {
        if (text.length() > MAX_NUMBER_CHARACTERS) {
            throw YamlDocuments.failure(scalar, "a number longer than " + MAX_NUMBER_CHARACTERS + " characters");
        }
        if (text.startsWith("0x") || text.startsWith("0o")) {
            return new BigDecimal(new BigInteger(text.substring(2), text.charAt(1) == 'x' ? 16 : 8));
        }
        try {
            var number = new BigDecimal(text);
            if (Math.abs((long) number.scale()) <= MAX_EXPONENT) {
                return number;
            }
        } catch (NumberFormatException e) {
            // .inf, .nan, or an exponent of more than ten digits
        }
        throw YamlDocuments.failure(scalar, "the number " + text + " has no equal in JSON");
    }
}

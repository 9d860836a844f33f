package dev.prodigy.lang.decode;

import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.text.Text;
import dev.prodigy.model.value.Value;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Texts. Any scalar is one, in its source spelling: `1.10` is the text `1.10`.
public final class Texts {
    private static final Value.Fields SCHEMA =
            Schemas.of("type", Value.ofTexts(List.of("string", "number", "boolean")));
    /// The JSON Schema of a text that is not blank.
    public static final Value.Fields FILLED = Schemas.with(SCHEMA, "pattern", Value.of("\\S"));

    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_-]*");

    /// A text that may hold placeholders.
    public static final Shape<Text> TEXT = new ScalarShape<>(
            "a text", SCHEMA, (scalar, _) -> new Text(scalar.text(), scalar.span()), text -> Value.of(text.source()));

    /// A text that is taken as it is.
    public static final Shape<String> STRING =
            new ScalarShape<>("a text", SCHEMA, (scalar, _) -> scalar.text(), Value::of);

    /// The path or name of another file; a URL is none (spec 01 §12).
    public static final Shape<String> SOURCE = new ScalarShape<>(
            "a path or name",
            Schemas.with(SCHEMA, "not", Schemas.pattern("://")),
            (scalar, _) -> scalar.text(),
            Value::of);

    /// The JSON Schema of a name where only texts are, as among keys.
    public static final Value.Fields NAME_SCHEMA = Schemas.pattern("^" + NAME.pattern() + "$");

    /// A name: a letter or `_`, then letters, digits, `_`, `-`.
    public static final Shape<String> NAMED =
            new ScalarShape<>("a name", Schemas.anyOf(NAME_SCHEMA, Schemas.type("boolean")), Texts::name, Value::of);

    private Texts() {}

    /// @param expects what it is, for messages
    /// @param whenBlank what is wrong with a text of blanks alone
    /// @return a text that may hold placeholders, and that says something
    public static Shape<Text> filled(String expects, String whenBlank) {
        return new ScalarShape<>(
                expects,
                FILLED,
                (scalar, place) -> {
                    if (scalar.text().isBlank()) {
                        place.error(ProblemCode.INVALID_VALUE, scalar.span(), whenBlank);
                        return null;
                    }
                    return new Text(scalar.text(), scalar.span());
                },
                text -> Value.of(text.source()));
    }

    private static @Nullable String name(Node.Scalar scalar, Place place) {
        if (!NAME.matcher(scalar.text()).matches()) {
            place.mismatch(scalar, "a name made of letters, digits, _ and -");
            return null;
        }
        return scalar.text();
    }
}

package dev.prodigy.lang.decode;

import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.text.Setting;
import dev.prodigy.model.text.Text;
import dev.prodigy.model.value.Value;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A number or duration outside of steps, or one whole placeholder that will give it when the run starts (spec 01 §1,
/// "Scalars").
///
/// @param literal what may be written instead of the placeholder
/// @param <T> what the setting is once it is known
public record Settings<T>(Shape<T> literal) implements Shape<Setting<T>> {
    static final String SCHEMA = "^(\\$\\{[^{}]*\\}|\\$[A-Za-z_][A-Za-z0-9_]*)$";

    private static final Pattern PLACEHOLDER =
            Pattern.compile("\\$\\{[^{}]*\\}|\\$[A-Za-z_][A-Za-z0-9_]*", Pattern.DOTALL);

    /// @return a setting that is known when the run starts
    public static <T> Settings<T> ofRun(Shape<T> literal) {
        return new Settings<>(literal);
    }

    /// @return whether a node is one whole placeholder
    public static boolean isPlaceholder(Node node) {
        return node instanceof Node.Scalar scalar && scalar.kind() == Node.Kind.STRING && isPlaceholder(scalar.text());
    }

    /// @return whether a text is one whole placeholder
    static boolean isPlaceholder(String text) {
        return PLACEHOLDER.matcher(text).matches();
    }

    @Override
    public @Nullable Setting<T> read(Node node, Place place) {
        if (node instanceof Node.Scalar scalar && isPlaceholder(node)) {
            place.refuseTag(node);
            place.decoding().addSettingOfRun(scalar, place);
            var variables = place.decoding().variables();
            return variables.areComplete() || variables.value(braced(scalar.text())) != null
                    ? known(scalar, place)
                    : later(scalar, place);
        }
        var value = literal.read(node, place);
        return value == null ? null : Setting.of(value);
    }

    private @Nullable Setting<T> known(Node.Scalar scalar, Place place) {
        var value = Given.known(literal, scalar, place);
        return value == null ? null : Setting.of(value);
    }

    private static <T> Setting<T> later(Node.Scalar scalar, Place place) {
        place.decoding().variables().lack();
        return new Setting.Later<>(new Text(braced(scalar.text()), scalar.span()));
    }

    /// `$NAME` is a placeholder only here; everywhere else it is the shell's.
    static String braced(String placeholder) {
        return isPlaceholder(placeholder) && !placeholder.startsWith("${")
                ? "${" + placeholder.substring(1) + "}"
                : placeholder;
    }

    @Override
    public String expects() {
        return literal.expects();
    }

    @Override
    public Value.Fields schema(Definitions definitions) {
        return Schemas.anyOf(literal.schema(definitions), Schemas.pattern(SCHEMA));
    }

    @Override
    public Value normal(Node node, Decoding decoding) {
        return isPlaceholder(node) ? Value.of(((Node.Scalar) node).text()) : literal.normal(node, decoding);
    }
}

package dev.prodigy.lang.decode;

import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.source.Problem;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.value.Value;
import org.jspecify.annotations.Nullable;

/// A number, boolean or duration for which one whole placeholder may stand, whose variable is known when the workflow
/// is loaded to be run: a parameter, a default, an entry of `env` (spec 01 §1, "Scalars"). What the variable holds is
/// checked like a literal.
///
/// @param standIn a valid literal, taken where the workflow is only checked and the variable has no value yet
/// @param <T> what it means
record Given<T>(Shape<T> literal, String standIn) implements Shape<T> {

    @Override
    public @Nullable T read(Node node, Place place) {
        if (!(node instanceof Node.Scalar scalar) || !Settings.isPlaceholder(node)) {
            return literal.read(node, place);
        }
        place.refuseTag(node);
        var name = name(scalar.text());
        var value = place.decoding().variables().value(name);
        if (value != null) {
            return literal.read(with(scalar, value), place);
        }
        if (place.decoding().variables().areComplete()) {
            place.report(Problem.error(
                            ProblemCode.INVALID_VALUE,
                            "`" + scalar.text() + "` has no value when the workflow is loaded",
                            scalar.span(),
                            place.path().toString())
                    .hinting("Only parameters, defaults and entries of env that are plain texts can stand here."));
            return null;
        }
        return literal.read(with(scalar, standIn), Place.silent());
    }

    private static Node.Scalar with(Node.Scalar scalar, String text) {
        return new Node.Scalar(text, scalar.kind(), scalar.style(), scalar.tag(), scalar.span());
    }

    /// @return the name in `${NAME}` or `$NAME`
    static String name(String placeholder) {
        return placeholder.startsWith("${")
                ? placeholder.substring(2, placeholder.length() - 1).strip()
                : placeholder.substring(1);
    }

    @Override
    public String expects() {
        return literal.expects();
    }

    @Override
    public Value.Fields schema(Definitions definitions) {
        return Schemas.anyOf(literal.schema(definitions), Schemas.pattern(Settings.SCHEMA));
    }

    @Override
    public Value normal(Node node, Decoding decoding) {
        return Settings.isPlaceholder(node) ? Value.of(((Node.Scalar) node).text()) : literal.normal(node, decoding);
    }
}

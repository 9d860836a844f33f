package dev.prodigy.lang.decode;

import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.source.Problem;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.value.Value;
import org.jspecify.annotations.Nullable;

/// A number, boolean or duration for which one whole placeholder may stand, whose variable is known when the run
/// starts: a parameter, a default, a variable of a file, an entry of `env` or of the profile (spec 01 §1, "Scalars").
/// What it holds is checked like a literal.
///
/// @param standIn a valid literal, taken as long as the variable has no value yet
/// @param <T> what it means
record Given<T>(Shape<T> literal, String standIn) implements Shape<T> {

    @Override
    public @Nullable T read(Node node, Place place) {
        if (!(node instanceof Node.Scalar scalar) || !Settings.isPlaceholder(node)) {
            return literal.read(node, place);
        }
        place.refuseTag(node);
        var value = place.decoding().variables().value(Settings.braced(scalar.text()));
        if (value != null) {
            return literal.read(with(scalar, value), place);
        }
        if (place.decoding().variables().areComplete()) {
            place.report(Problem.error(
                            ProblemCode.INVALID_VALUE,
                            "`" + scalar.text() + "` has no value when the run starts",
                            scalar.span(),
                            place.path().toString())
                    .hinting(
                            "Parameters, defaults, env_files, env and profiles can give it; results of steps cannot."));
            return null;
        }
        place.decoding().variables().lack();
        return literal.read(with(scalar, standIn), Place.silent());
    }

    private static Node.Scalar with(Node.Scalar scalar, String text) {
        return new Node.Scalar(text, scalar.kind(), scalar.style(), scalar.tag(), scalar.span());
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

package dev.prodigy.lang.decode;

import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.value.Value;
import org.jspecify.annotations.Nullable;

/// A number, boolean, duration or other setting for which one whole placeholder may stand, whose variable is known when
/// the run starts: a parameter, a default, a variable of a file, an entry of `env` or of the profile (spec 01 §1,
/// "Scalars"). What it holds is checked like a literal.
///
/// @param standIn a valid literal, taken as long as the variable has no value yet
/// @param <T> what it means
public record Given<T>(Shape<T> literal, String standIn) implements Shape<T> {

    private static final String WAYS =
            "Give it with --param, or in parameters, with, defaults, env, profiles, env_files or "
                    + "the environment; or write a default, as in ${NAME:-2}.";

    @Override
    public @Nullable T read(Node node, Place place) {
        if (!(node instanceof Node.Scalar scalar) || !Settings.isPlaceholder(node)) {
            return literal.read(node, place);
        }
        place.refuseTag(node);
        place.decoding().addSettingOfRun(scalar, place);
        var variables = place.decoding().variables();
        if (variables.areComplete() || variables.value(Settings.braced(scalar.text())) != null) {
            return known(literal, scalar, place);
        }
        variables.lack();
        return literal.read(with(scalar, standIn), Place.silent());
    }

    /// Reads what a variable holds when the run starts as if it stood in the variable's place.
    ///
    /// @param scalar one whole placeholder
    /// @return null when it holds nothing, or nothing that may stand there, which has been reported
    static <T> @Nullable T known(Shape<T> literal, Node.Scalar scalar, Place place) {
        var value = place.decoding().variables().value(Settings.braced(scalar.text()));
        if (value == null) {
            place.error(
                    ProblemCode.INVALID_VALUE,
                    scalar.span(),
                    "`" + scalar.text() + "` has no value when the run starts",
                    WAYS + " Results of steps cannot give it.");
            return null;
        }
        var bare = literal instanceof Given<T>(var inner, var _) ? inner : literal;
        var problems = new Problems();
        var read = bare.read(
                with(scalar, value), new Place(new Decoding(problems), place.path(), place.step(), place.unknown()));
        var found = "`" + scalar.text() + "` is \"" + value + "\" when the run starts: ";
        problems.ordered(scalar.span().file())
                .forEach(problem -> place.report(problem.after(found).hinting(WAYS)));
        return read;
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

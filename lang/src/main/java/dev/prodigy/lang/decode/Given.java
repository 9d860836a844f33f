package dev.prodigy.lang.decode;

import dev.prodigy.lang.expr.ReadableText;
import dev.prodigy.lang.expr.Template;
import dev.prodigy.lang.expr.TextPlace;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.text.Text;
import dev.prodigy.model.value.Value;
import org.jspecify.annotations.Nullable;

/// A number, boolean, duration or other setting for which one whole placeholder may stand (spec 01 §1, "Scalars"). What
/// its variable holds is checked like a literal: a step's when the step starts, all others when the run does, from a
/// parameter, a default, a variable of a file, an entry of `env` or of the profile.
///
/// @param standIn a valid literal, taken as long as the variable has no value yet; null: the text as it is, and nothing
///     where one placeholder stands for the whole
/// @param form where placeholders may stand
/// @param <T> what it means
public record Given<T>(Shape<T> literal, @Nullable String standIn, Form form) implements Shape<T> {
    /// Where placeholders may stand.
    public enum Form {
        /// One, in the place of the whole.
        WHOLE,
        /// Anywhere in a text, in which what nobody declares stays as it is.
        TEXT,
        /// Anywhere in a path, in which the environment gives what nobody declares (spec 01 §9.1).
        PATH
    }

    private static final String WAYS =
            "Give it with --param, or in parameters, with, defaults, env, profiles, env_files or "
                    + "the environment; or write a default, as in ${NAME:-2}.";

    private static final String OTHER =
            "Another value can be given with --param or where this one stands: in parameters, with, defaults, env, "
                    + "profiles, env_files or the environment.";

    /// A number, boolean, duration or word: one whole placeholder may stand for it.
    public Given(Shape<T> literal, String standIn) {
        this(literal, standIn, Form.WHOLE);
    }

    /// @return a number, boolean or duration that may be absent, and is as long as the variable has no value yet
    public static <T> Given<T> orNothing(Shape<T> literal) {
        return new Given<>(literal instanceof Given<T>(var bare, var _, var _) ? bare : literal, null, Form.WHOLE);
    }

    /// @return a text in which placeholders may stand
    public static <T> Given<T> text(Shape<T> literal, @Nullable String standIn) {
        return new Given<>(literal, standIn, Form.TEXT);
    }

    /// @return a path in which placeholders may stand
    public static <T> Given<T> path(Shape<T> literal, @Nullable String standIn) {
        return new Given<>(literal, standIn, Form.PATH);
    }

    private static final String OTHER_THAN_CONFIGURED =
            "Another value can be given there, with --param, or in parameters, with, defaults, env, profiles, env_files "
                    + "or the environment.";

    @Override
    public @Nullable T read(Node node, Place place) {
        if (!(node instanceof Node.Scalar scalar) || !waits(scalar, place.decoding())) {
            return form == Form.WHOLE && node instanceof Node.Scalar text && isPart(text)
                    ? refusedPart(text, place)
                    : literal.read(node, place);
        }
        place.refuseTag(node);
        var settings = place.decoding().settings();
        return settings == null ? ofRun(scalar, place) : ofStep(settings, scalar, place);
    }

    /// Text around a placeholder.
    private static boolean isPart(Node.Scalar scalar) {
        return scalar.kind() == Node.Kind.STRING && AsWritten.isOpen(scalar);
    }

    /// The names in it count as read: they are not what is wrong.
    private @Nullable T refusedPart(Node.Scalar scalar, Place place) {
        var problems = new Problems();
        literal.read(scalar, new Place(new Decoding(problems), place.path(), place.step(), place.unknown()));
        for (var problem : problems.ordered(scalar.span().file())) {
            place.error(
                    problem.code(),
                    scalar.span(),
                    "a placeholder stands for the whole of a value here, and in \"" + scalar.text()
                            + "\" for a part of it",
                    "Write one placeholder alone, and let its value be the whole, the unit included.");
        }
        var settings = place.decoding().settings();
        if (settings != null) {
            var text = new Text(scalar.text(), scalar.span());
            settings.open(text, place.path(), new SpelledOut(literal, true), false);
        }
        return null;
    }

    private @Nullable T ofRun(Node.Scalar scalar, Place place) {
        place.decoding().addSettingOfRun(scalar, place);
        var variables = place.decoding().variables();
        if (variables.areComplete() || variables.value(Settings.braced(scalar.text())) != null) {
            return known(literal, scalar, place);
        }
        variables.lack();
        return standIn(scalar);
    }

    private @Nullable T standIn(Node.Scalar scalar) {
        return standIn == null && form == Form.WHOLE
                ? null
                : literal.read(standIn == null ? scalar : with(scalar, standIn), Place.silent());
    }

    private boolean waits(Node.Scalar scalar, Decoding decoding) {
        return switch (form) {
            case WHOLE -> Settings.isPlaceholder(scalar);
            case TEXT, PATH -> scalar.kind() == Node.Kind.STRING && holdsNames(scalar.text(), decoding);
        };
    }

    /// In a text `$NAME` is a placeholder only where the name is declared (spec 01 §8.1). In a step that is seen when
    /// it starts.
    private static boolean holdsNames(String text, Decoding decoding) {
        if (!text.contains("$")) {
            return false;
        }
        return text.contains("${")
                || ReadableText.variables(text, TextPlace.TEXT).stream()
                        .anyMatch(path -> decoding.settings() != null
                                || decoding.variables().give(path.first()));
    }

    private @Nullable T ofStep(StepSettings settings, Node.Scalar scalar, Place place) {
        var placeholder = Settings.braced(scalar.text());
        var value = settings.value(placeholder);
        if (value != null) {
            return literal.read(with(scalar, value), place);
        }
        var variables = place.decoding().variables();
        boolean isForeseen = variables.certain(placeholder) != null;
        settings.open(
                new Text(placeholder, scalar.span()),
                place.path(),
                new SpelledOut(literal, form == Form.TEXT),
                isForeseen);
        if (isForeseen) {
            return known(literal, scalar, place);
        }
        if (!variables.areComplete()) {
            variables.lack();
        }
        return standIn(scalar);
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
                    withoutValue(scalar.text(), place.decoding().variables()) + " when the run starts",
                    WAYS + " Results of steps cannot give it.");
            return null;
        }
        var bare = literal instanceof Given<T>(var inner, var _, var _) ? inner : literal;
        var problems = new Problems();
        var read = bare.read(
                with(scalar, value), new Place(new Decoding(problems), place.path(), place.step(), place.unknown()));
        var origin = place.decoding().variables().origin(Settings.braced(scalar.text()));
        var hint = origin == null ? OTHER : "It is configured in " + origin + ". " + OTHER_THAN_CONFIGURED;
        var found = "`" + scalar.text() + "` is \"" + value + "\" when the run starts: ";
        problems.ordered(scalar.span().file())
                .forEach(problem -> place.report(problem.after(found).hinting(hint)));
        return read;
    }

    /// @return which placeholder of a text has no value
    private static String withoutValue(String text, KnownVariables variables) {
        var missing = Template.parse(Settings.braced(text), TextPlace.ENVIRONMENT).parts().stream()
                .filter(Template.Part.Slot.class::isInstance)
                .map(part -> ((Template.Part.Slot) part).source())
                .filter(source -> variables.value(source) == null)
                .findFirst()
                .orElse(text);
        return Settings.isPlaceholder(text)
                ? "`" + text + "` has no value"
                : "`" + missing + "` in \"" + text + "\" has no value";
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
        return Schemas.anyOf(
                literal.schema(definitions), Schemas.pattern(form == Form.WHOLE ? Settings.SCHEMA : "\\$"));
    }

    @Override
    public Value normal(Node node, Decoding decoding) {
        return AsWritten.isOpen(node) ? AsWritten.of(node) : literal.normal(node, decoding);
    }
}

package dev.prodigy.lang.decode.workflow;

import dev.prodigy.lang.decode.Decoding;
import dev.prodigy.lang.decode.Definitions;
import dev.prodigy.lang.decode.Lists;
import dev.prodigy.lang.decode.Nearest;
import dev.prodigy.lang.decode.Place;
import dev.prodigy.lang.decode.Schemas;
import dev.prodigy.lang.decode.Shape;
import dev.prodigy.lang.decode.Texts;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.source.Problem;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.text.Text;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.AgentSpec.Argument;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// An agent's `command`: a list of arguments with optional groups, or a string split as a shell would (spec 01 §11).
final class CommandLine implements Shape<List<Argument>> {
    static final Shape<List<Argument>> COMMAND = new CommandLine();

    private static final Lists<Text> GROUP = Lists.of(Texts.TEXT);
    private static final List<String> HOLES = List.of("prompt", "prompt_file", "model", "working_dir");
    private static final Pattern HOLE = Pattern.compile("\\{([A-Za-z_-]+)}");

    /// A command line each of whose quotes is closed, and whose first word is not blank.
    private static final String CLOSED_QUOTES =
            "^(?!\\s*('\\s*'|\"\\s*\")+(\\s|$))[^'\"\\\\]*((\\\\[\\s\\S]|'[^']*'|\"[^\"\\\\]*(\\\\[\\s\\S][^\"\\\\]*)*\")[^'\"\\\\]*)*\\\\?$";

    private CommandLine() {}

    @Override
    public @Nullable List<Argument> read(Node node, Place place) {
        place.refuseTag(node);
        warnOfHoles(node, place);
        var arguments = switch (node) {
            case Node.Sequence list -> list(list, place);
            case Node.Scalar scalar when !scalar.isNull() -> words(scalar, place);
            case Node.Scalar nothing -> mismatch(nothing, place);
            case Node.Mapping map -> mismatch(map, place);
        };
        if (arguments != null && !beginsWithProgram(arguments)) {
            place.error(ProblemCode.INVALID_VALUE, node.span(), "a command begins with the program's name");
            return null;
        }
        return arguments;
    }

    private static boolean beginsWithProgram(List<Argument> arguments) {
        return !arguments.isEmpty()
                && arguments.getFirst() instanceof Argument.One(var program)
                && !program.source().isBlank();
    }

    private @Nullable List<Argument> mismatch(Node node, Place place) {
        place.mismatch(node, expects());
        return null;
    }

    private static List<Argument> list(Node.Sequence list, Place place) {
        var arguments = new ArrayList<Argument>();
        for (int i = 0; i < list.items().size(); i++) {
            var node = list.items().get(i);
            if (node instanceof Node.Sequence) {
                var group = GROUP.read(node, place.index(i));
                if (group != null) {
                    arguments.add(new Argument.Group(group));
                }
            } else {
                var text = Texts.TEXT.read(node, place.index(i));
                if (text != null) {
                    arguments.add(new Argument.One(text));
                }
            }
        }
        return arguments;
    }

    /// A hole that is none is passed on as it stands: what programs mean by other braces is their own affair.
    private static void warnOfHoles(Node node, Place place) {
        switch (node) {
            case Node.Scalar scalar -> {
                var holes = HOLE.matcher(scalar.text());
                while (holes.find()) {
                    var near = HOLES.contains(holes.group(1)) ? null : Nearest.to(holes.group(1), HOLES);
                    if (near != null) {
                        place.report(Problem.warning(
                                        ProblemCode.INVALID_VALUE,
                                        "nothing fills " + holes.group() + ": the program would get it as it stands",
                                        place.decoding().inside(scalar, holes.start()),
                                        place.path().toString())
                                .suggesting("{" + near + "}"));
                    }
                }
            }
            case Node.Sequence list -> {
                for (int i = 0; i < list.items().size(); i++) {
                    warnOfHoles(list.items().get(i), place.index(i));
                }
            }
            case Node.Mapping _ -> {}
        }
    }

    /// Splits at blanks outside of quotes; a backslash takes the next character as it is, except in single quotes.
    private static @Nullable List<Argument> words(Node.Scalar scalar, Place place) {
        var words = new ArrayList<Argument>();
        StringBuilder word = null;
        char quote = 0;
        var text = scalar.text();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean escapes = c == '\\' && quote != '\'' && i + 1 < text.length();
            if (quote == 0 && Character.isWhitespace(c)) {
                if (word != null) {
                    words.add(new Argument.One(new Text(word.toString(), scalar.span())));
                }
                word = null;
                continue;
            }
            word = word == null ? new StringBuilder() : word;
            if (escapes) {
                i++;
                word.append(text.charAt(i));
            } else if (c == quote) {
                quote = 0;
            } else if (quote == 0 && (c == '\'' || c == '"')) {
                quote = c;
            } else {
                word.append(c);
            }
        }
        if (quote != 0) {
            place.error(ProblemCode.INVALID_VALUE, scalar.span(), "a quote is not closed");
            return null;
        }
        if (word != null) {
            words.add(new Argument.One(new Text(word.toString(), scalar.span())));
        }
        return words;
    }

    @Override
    public String expects() {
        return "a list of arguments, or a command line";
    }

    /// A program comes first, so neither nothing, a blank text nor a group may.
    @Override
    public Value.Fields schema(Definitions definitions) {
        var one = Texts.TEXT.schema(definitions);
        var line = Schemas.also(Texts.FILLED, List.of(Schemas.of("pattern", Value.of(CLOSED_QUOTES))));
        var list = Schemas.with(
                Schemas.listOf(Schemas.anyOf(one, GROUP.schema(definitions))),
                "prefixItems",
                new Value.Items(List.of(Texts.FILLED)));
        return Schemas.anyOf(line, Schemas.with(list, "minItems", Value.of(1)));
    }

    @Override
    public Value normal(Node node, Decoding decoding) {
        var arguments = read(node, Place.silent());
        return new Value.Items((arguments == null ? List.<Argument>of() : arguments)
                .stream()
                        .map(argument -> switch (argument) {
                            case Argument.One(var text) -> Value.of(text.source());
                            case Argument.Group(var texts) ->
                                Value.ofTexts(texts.stream().map(Text::source).toList());
                        })
                        .toList());
    }
}

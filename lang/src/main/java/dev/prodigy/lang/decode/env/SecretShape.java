package dev.prodigy.lang.decode.env;

import dev.prodigy.lang.decode.Booleans;
import dev.prodigy.lang.decode.Decoding;
import dev.prodigy.lang.decode.Definitions;
import dev.prodigy.lang.decode.Entries;
import dev.prodigy.lang.decode.Key;
import dev.prodigy.lang.decode.KeySet;
import dev.prodigy.lang.decode.Keyed;
import dev.prodigy.lang.decode.Nearest;
import dev.prodigy.lang.decode.Place;
import dev.prodigy.lang.decode.ScalarShape;
import dev.prodigy.lang.decode.Schemas;
import dev.prodigy.lang.decode.Shape;
import dev.prodigy.lang.decode.Texts;
import dev.prodigy.lang.decode.Unknown;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.env.Secret;
import dev.prodigy.model.source.Problem;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.text.Text;
import dev.prodigy.model.value.Unstored;
import dev.prodigy.model.value.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One entry of `secrets` (spec 01 §13).
final class SecretShape implements Shape<Secret> {
    static final Shape<Secret> SECRET = new SecretShape();

    private static final List<String> PROVIDERS = List.of("env", "file", "command");
    private static final List<String> NOT_BUILT_IN = List.of("vault", "aws", "custom");
    private static final Key<String> PROVIDER = Key.of(
            "provider",
            new ScalarShape<>("a text", Schemas.words(PROVIDERS), (scalar, _) -> scalar.text(), Value::of),
            "env, file or command.");
    private static final Key<String> KEY = Key.of("key", Texts.STRING, "The variable's name, or the file's path.");
    private static final Key<Text> COMMAND = Key.of("command", Texts.TEXT, "Shell text whose output is the secret.");
    private static final Key<Boolean> REQUIRED = Key.of(
                    "required", Booleans.BOOLEAN, "false: the secret may be missing.")
            .byDefault(true);
    private static final Keyed<Secret> MAP = Keyed.<Secret>of(
                    "the name of a variable, or {provider, key}",
                    Unknown.WARNING,
                    KeySet.of(PROVIDER, KEY, COMMAND, REQUIRED),
                    SecretShape::map)
            .requiring(PROVIDER)
            .ruling(needs("env", KEY), needs("file", KEY), needs("command", COMMAND));

    private SecretShape() {}

    private static Value.Fields needs(String provider, Key<?> key) {
        var is = Schemas.of("properties", Schemas.of(PROVIDER.name(), Schemas.of("const", Value.of(provider))));
        return Schemas.with(Schemas.of("if", is), "then", Keyed.oneOf(key));
    }

    @Override
    public @Nullable Secret read(Node node, Place place) {
        if (node instanceof Node.Mapping) {
            return MAP.read(node, place);
        }
        var text = Texts.STRING.read(node, place);
        if (text == null) {
            return null;
        }
        var variable = WrittenSecrets.VARIABLE.matcher(text);
        if (!variable.matches()) {
            place.warning(
                    ProblemCode.SECRET_IN_FILE,
                    node.span(),
                    "the secret itself stands in the file",
                    "Name a variable that holds it: \"${env:NAME}\".");
            return new Secret(new Secret.Source.Literal(text), true, node.span());
        }
        var name = variable.group(1) != null
                ? variable.group(1)
                : variable.group(2) != null ? variable.group(2) : variable.group(3);
        return new Secret(new Secret.Source.Variable(name), true, node.span());
    }

    private static @Nullable Secret map(Entries entries) {
        var provider = entries.required(PROVIDER);
        boolean required = entries.get(REQUIRED, true);
        if (provider == null) {
            return null;
        }
        var source = switch (provider) {
            case "env" -> {
                var name = entries.required(KEY);
                yield name == null ? null : new Secret.Source.Variable(name);
            }
            case "file" -> {
                var path = entries.required(KEY);
                yield path == null ? null : new Secret.Source.File(path);
            }
            case "command" -> {
                var command = entries.required(COMMAND);
                yield command == null ? null : new Secret.Source.Command(command);
            }
            default -> {
                unknown(provider, entries);
                yield null;
            }
        };
        return source == null
                ? null
                : new Secret(source, required, entries.node().span());
    }

    private static void unknown(String provider, Entries entries) {
        var place = entries.at(PROVIDER);
        var message = "\"" + provider + "\" is no provider of secrets; it is one of " + String.join(", ", PROVIDERS);
        var problem = Problem.error(
                ProblemCode.INVALID_VALUE,
                message,
                entries.span(PROVIDER),
                place.path().toString());
        place.report(
                NOT_BUILT_IN.contains(provider)
                        ? problem.hinting("Write {provider: command, command: \"…\"} with the command that prints it.")
                        : problem.suggesting(Nearest.to(provider, PROVIDERS)));
    }

    @Override
    public String expects() {
        return MAP.expects();
    }

    @Override
    public Value.Fields schema(Definitions definitions) {
        return Schemas.anyOf(Texts.STRING.schema(definitions), MAP.schema(definitions));
    }

    @Override
    public Value normal(Node node, Decoding decoding) {
        if (node instanceof Node.Mapping) {
            return MAP.normal(node, decoding);
        }
        // the normal form is written to files, where no secret may be
        boolean isLiteral = node instanceof Node.Scalar scalar && WrittenSecrets.isLiteral(scalar.text());
        return isLiteral ? Value.of(Unstored.MASK) : Texts.STRING.normal(node, decoding);
    }
}

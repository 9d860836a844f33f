package dev.prodigy.lang.decode.env;

import dev.prodigy.lang.decode.Decoding;
import dev.prodigy.lang.decode.Definitions;
import dev.prodigy.lang.decode.Nearest;
import dev.prodigy.lang.decode.Place;
import dev.prodigy.lang.decode.Schemas;
import dev.prodigy.lang.decode.Shape;
import dev.prodigy.lang.decode.Texts;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.env.EnvEntry;
import dev.prodigy.model.source.Problem;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.value.Value;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// One entry of `profiles`: environment variables, or `{description, env: {…}}` (spec 01 §13).
final class ProfileShape implements Shape<SequencedMap<String, EnvEntry>> {
    static final Shape<SequencedMap<String, EnvEntry>> PROFILE = new ProfileShape();

    private static final String DESCRIPTION = "description";
    private static final String ENV = "env";

    private ProfileShape() {}

    @Override
    public @Nullable SequencedMap<String, EnvEntry> read(Node node, Place place) {
        if (!(node instanceof Node.Mapping map)) {
            place.mismatch(node, expects());
            return null;
        }
        var description = map.get(DESCRIPTION);
        if (description != null) {
            Texts.STRING.read(description, place.key(DESCRIPTION));
        }
        var env = map.get(ENV);
        if (!(env instanceof Node.Mapping)) {
            return EnvEntryShape.ENV.read(variables(map), place);
        }
        for (var entry : map.entries()) {
            if (!entry.key().equals(DESCRIPTION) && !entry.key().equals(ENV)) {
                var at = place.key(entry.key());
                at.report(Problem.error(
                                ProblemCode.CONFLICTING_KEYS,
                                "variables stand either in \"env\" or directly in the profile",
                                entry.keySpan(),
                                at.path().toString())
                        .suggesting(Nearest.to(entry.key(), List.of(DESCRIPTION))));
            }
        }
        return EnvEntryShape.ENV.read(env, place.key(ENV));
    }

    private static Node.Mapping variables(Node.Mapping map) {
        var variables = map.entries().stream()
                .filter(entry -> !entry.key().equals(DESCRIPTION))
                .toList();
        return new Node.Mapping(variables, map.tag(), map.span());
    }

    @Override
    public String expects() {
        return "a map of environment variables";
    }

    @Override
    public Value.Fields schema(Definitions definitions) {
        var variables = EnvEntryShape.ENV.schema(definitions);
        return Schemas.anyOf(
                Schemas.with(
                        variables,
                        "properties",
                        Schemas.property(DESCRIPTION, Texts.STRING.schema(definitions), "A note for people.")),
                Schemas.with(
                        Schemas.with(
                                Schemas.type("object"),
                                "properties",
                                Schemas.property(ENV, variables, "The profile's variables.")),
                        "required",
                        Value.ofTexts(List.of(ENV))));
    }

    @Override
    public Value normal(Node node, Decoding decoding) {
        var map = (Node.Mapping) node;
        var env = map.get(ENV) instanceof Node.Mapping inner ? inner : variables(map);
        return EnvEntryShape.ENV.normal(env, decoding);
    }
}

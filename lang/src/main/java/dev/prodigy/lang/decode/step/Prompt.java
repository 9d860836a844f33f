package dev.prodigy.lang.decode.step;

import dev.prodigy.lang.decode.Decoding;
import dev.prodigy.lang.decode.Definitions;
import dev.prodigy.lang.decode.Key;
import dev.prodigy.lang.decode.KeySet;
import dev.prodigy.lang.decode.Keyed;
import dev.prodigy.lang.decode.Lists;
import dev.prodigy.lang.decode.Place;
import dev.prodigy.lang.decode.Schemas;
import dev.prodigy.lang.decode.Shape;
import dev.prodigy.lang.decode.Texts;
import dev.prodigy.lang.decode.Unknown;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.text.Text;
import dev.prodigy.model.value.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What an agent is asked: the text alone, or `{prompt, model, args}` (spec 01 §2).
///
/// @param model null = not written here
/// @param args null = not written here
record Prompt(Text prompt, @Nullable Text model, @Nullable List<Text> args) {
    static final Key<Text> MODEL = Key.of("model", Texts.TEXT, "The model to use.");
    static final Key<List<Text>> ARGS =
            Key.of("args", Lists.of(Texts.TEXT), "Further arguments, put before the prompt.");
    /// An agent that is asked nothing costs, and answers something.
    static final Shape<Text> ASKED = Texts.filled("a prompt", "the prompt is empty: the agent is asked nothing");
    static final Key<Text> PROMPT = Key.of("prompt", ASKED, "What the agent is asked.");
    static final Shape<Prompt> SHAPE = new PromptShape();

    private static final Keyed<Prompt> MAP = Keyed.<Prompt>of(
                    "a prompt, or {prompt, model, args}", Unknown.WARNING, KeySet.of(PROMPT, MODEL, ARGS), entries -> {
                        var prompt = entries.required(PROMPT);
                        return prompt == null ? null : new Prompt(prompt, entries.get(MODEL), entries.get(ARGS));
                    })
            .requiring(PROMPT);

    private static final class PromptShape implements Shape<Prompt> {
        @Override
        public @Nullable Prompt read(Node node, Place place) {
            if (node instanceof Node.Mapping) {
                return MAP.read(node, place);
            }
            var prompt = ASKED.read(node, place);
            return prompt == null ? null : new Prompt(prompt, null, null);
        }

        @Override
        public String expects() {
            return MAP.expects();
        }

        @Override
        public Value.Fields schema(Definitions definitions) {
            return definitions.reference(
                    "prompt", () -> Schemas.anyOf(ASKED.schema(definitions), MAP.schema(definitions)));
        }

        @Override
        public Value normal(Node node, Decoding decoding) {
            return node instanceof Node.Mapping ? MAP.normal(node, decoding) : ASKED.normal(node, decoding);
        }
    }
}

package dev.prodigy.lang.decode.step;

import dev.prodigy.lang.decode.Decoding;
import dev.prodigy.lang.decode.Definitions;
import dev.prodigy.lang.decode.Entries;
import dev.prodigy.lang.decode.Schemas;
import dev.prodigy.lang.decode.Shape;
import dev.prodigy.lang.decode.Texts;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.text.Text;
import dev.prodigy.model.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A deprecated name of a kind: `test` for `shell`, `command` for `claude` (spec 01 §2).
record LegacyKind(String name, String kind) implements StepKindShape {
    static final String TEST = "test";
    static final String COMMAND = "command";
    static final List<LegacyKind> ALL = List.of(new LegacyKind(TEST, "shell"), new LegacyKind(COMMAND, "claude"));

    /// Lifts the members of `test: {command, on_failure}` into the step, where they would stand today.
    static Node.Mapping flattened(Node.Mapping step) {
        if (!(step.get(TEST) instanceof Node.Mapping test) || test.get(COMMAND) == null) {
            return step;
        }
        var entries = new ArrayList<Node.Entry>();
        for (var entry : step.entries()) {
            if (!entry.key().equals(TEST)) {
                entries.add(entry);
                continue;
            }
            for (var inner : test.entries()) {
                boolean command = inner.key().equals(COMMAND);
                entries.add(command ? new Node.Entry(TEST, entry.keySpan(), inner.value()) : inner);
            }
        }
        return new Node.Mapping(entries, step.tag(), step.span());
    }

    /// @return the JSON Schema of what stands behind the name
    Value.Fields schema(Definitions definitions) {
        var text = Texts.TEXT.schema(definitions);
        var command = Schemas.property(COMMAND, Texts.TEXT.schema(definitions), "The shell text.");
        var lifted = Schemas.with(
                Schemas.with(Schemas.type("object"), "required", Value.ofTexts(List.of(COMMAND))),
                "properties",
                Schemas.with(
                        command,
                        "on_failure",
                        Schemas.with(
                                ReactionKeys.ON_FAILURE.canonical().schema(definitions),
                                "description",
                                Value.of("What a failure sets off."))));
        var schema = name.equals(TEST) ? Schemas.anyOf(text, lifted) : text;
        return Schemas.with(schema, "description", Value.of(form().description()));
    }

    @Override
    public StepForm form() {
        return StepForm.of(name, text(), "Deprecated; write " + kind + ".");
    }

    @Override
    public @Nullable StepKind read(Node.Entry entry, Entries beside) {
        var place = beside.place().key(entry.key());
        place.warning(
                ProblemCode.LEGACY_FORM, entry.keySpan(), "\"" + name + "\" is an old name", "Write " + kind + ".");
        var text = text().read(entry.value(), place);
        if (text == null) {
            return null;
        }
        return kind.equals("shell") ? new StepKind.Shell(text) : new StepKind.Agent(kind, text, null, List.of());
    }

    @Override
    public Map<String, Value> normal(Node.Entry entry, Node.Mapping step, Decoding decoding) {
        return Map.of(kind, text().normal(entry.value(), decoding));
    }

    private Shape<Text> text() {
        return kind.equals("shell") ? Texts.TEXT : Prompt.ASKED;
    }
}

package dev.prodigy.lang.decode.step;

import dev.prodigy.lang.decode.DataShapes;
import dev.prodigy.lang.decode.Entries;
import dev.prodigy.lang.decode.Key;
import dev.prodigy.lang.decode.KeySet;
import dev.prodigy.lang.decode.Lists;
import dev.prodigy.lang.decode.Maps;
import dev.prodigy.lang.decode.Shape;
import dev.prodigy.lang.decode.Texts;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.text.Data;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// `workflow: NAME` with `with` and `outputs`: a run of its own (spec 01 §12).
final class WorkflowKind implements StepKindShape {
    static final Key<SequencedMap<String, Data>> WITH = Key.of(
                    "with", Maps.of("a map of inputs", DataShapes.DATA), "Inputs and parameters.")
            .or("parameters")
            .or("inputs");
    static final Key<List<String>> OUTPUTS =
            Key.of("outputs", Lists.oneOrMany(Texts.STRING), "Names that the other workflow must give.");

    private static final KeySet BESIDE = KeySet.of(WITH, OUTPUTS);
    private static final KeySet KEYS = BESIDE.and(StepOptionKeys.ALL);

    @Override
    public List<String> names() {
        return List.of("workflow");
    }

    @Override
    public String description() {
        return "Path or name of another workflow, which runs as a run of its own.";
    }

    @Override
    public Shape<?> value() {
        return Texts.STRING;
    }

    @Override
    public KeySet beside() {
        return BESIDE;
    }

    @Override
    public KeySet keys() {
        return KEYS;
    }

    @Override
    public @Nullable StepKind read(Node.Entry kind, Entries beside) {
        var target = Texts.STRING.read(kind.value(), beside.place().key(kind.key()));
        if (target != null) {
            beside.place().decoding().addCalledWorkflow(target);
        }
        var with = beside.get(WITH);
        var outputs = beside.get(OUTPUTS, List.of());
        return target == null ? null : new StepKind.SubWorkflow(target, with == null ? Map.of() : with, outputs);
    }
}

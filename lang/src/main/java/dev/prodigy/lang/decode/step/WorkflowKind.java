package dev.prodigy.lang.decode.step;

import dev.prodigy.lang.decode.DataShapes;
import dev.prodigy.lang.decode.Entries;
import dev.prodigy.lang.decode.Key;
import dev.prodigy.lang.decode.KeySet;
import dev.prodigy.lang.decode.Maps;
import dev.prodigy.lang.decode.Place;
import dev.prodigy.lang.decode.Texts;
import dev.prodigy.lang.decode.WantedOutput;
import dev.prodigy.lang.decode.WorkflowCall;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.step.StepOptions;
import dev.prodigy.model.text.Data;
import java.util.LinkedHashMap;
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

    private static final KeySet BESIDE = KeySet.of(WITH, WantedOutput.OUTPUTS);
    private static final StepForm FORM = StepForm.of(
                    "workflow", Texts.SOURCE, "Path or name of another workflow, which runs as a run of its own.")
            .with(BESIDE);

    @Override
    public StepForm form() {
        return FORM;
    }

    @Override
    public @Nullable StepKind read(Node.Entry kind, Entries beside) {
        var place = beside.place().key(kind.key());
        var target = Texts.STRING.read(kind.value(), place);
        var with = beside.get(WITH);
        var outputs = beside.get(WantedOutput.OUTPUTS, List.of());
        if (target == null || !(kind.value() instanceof Node.Scalar source)) {
            return null;
        }
        var entry = place.decoding().callEntry(target);
        var file = entry == null
                ? place.decoding().workflows().find(source, place.decoding().entryNames(), place)
                : entry.child().file();
        if (file == null) {
            return null;
        }
        var given = new LinkedHashMap<String, Data>(
                entry == null ? Map.of() : entry.child().with());
        given.putAll(with == null ? Map.of() : with);
        var wanted = outputs.isEmpty() && entry != null ? entry.child().outputs() : WantedOutput.names(outputs);
        place.decoding()
                .addCall(new WorkflowCall(
                        file,
                        WorkflowCall.given(given),
                        WorkflowCall.Given.of(WITH, beside),
                        outputs,
                        source.span(),
                        place));
        return new StepKind.SubWorkflow(target, file, entry != null, given, wanted);
    }

    /// @return the step's options over those of the entry of `workflows` that it calls
    static StepOptions options(StepKind kind, StepOptions own, Place place) {
        if (!(kind instanceof StepKind.SubWorkflow child) || !child.isEntry()) {
            return own;
        }
        var entry = place.decoding().callEntry(child.target());
        return entry == null ? own : own.over(entry.step().options());
    }
}

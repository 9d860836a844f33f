package dev.prodigy.runtime.run;

import dev.prodigy.engine.run.Signal;
import dev.prodigy.engine.step.Deadline;
import dev.prodigy.engine.step.Settled;
import dev.prodigy.engine.world.Cut;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;

/// Evaluates the workflow's `outputs` when the run ends (spec 01 §1).
final class Outputs {
    private Outputs() {}

    static Signal evaluate(RunParts run, StageRunner stages) {
        var outputs = new FieldsWriter();
        for (var each : run.workflow().header().outputs().entrySet()) {
            Value value;
            try {
                value = Settled.value(each.getValue(), stages.frame(stages.tree(), Context.RUN, Deadline.NEVER));
            } catch (Cut e) {
                value = null;
            }
            if (value == null) {
                run.warnings().warn("OUTPUT_UNAVAILABLE", "output `" + each.getKey() + "` has no value");
            }
            outputs.put(each.getKey(), value == null ? Value.Null.NULL : value);
        }
        return new Signal.OutputsReady(outputs.done());
    }
}

package dev.prodigy.runtime.run.stage;

import dev.prodigy.engine.run.Signal;
import dev.prodigy.engine.step.Settled;
import dev.prodigy.engine.step.frame.Deadline;
import dev.prodigy.engine.step.text.EnvCommandFailed;
import dev.prodigy.engine.world.Cut;
import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.lang.expr.scope.UnstoredRead;
import dev.prodigy.lang.expr.value.ShortNumbers;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.Outputs;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;

/// Evaluates the workflow's `outputs` when the run ends (spec 01 §1).
public final class WorkflowOutputs {
    private WorkflowOutputs() {}

    /// @param orCaptures whether a workflow without `outputs` gives what its steps captured, as its caller
    ///     reads it
    public static Signal evaluate(RunParts run, StageRunner stages, boolean orCaptures) {
        if (orCaptures && run.workflow().header().outputs().isEmpty()) {
            return new Signal.OutputsReady(Outputs.available(captures(stages)));
        }
        stages.end();
        var outputs = new FieldsWriter();
        var nulls = new ArrayList<String>();
        for (var each : run.workflow().header().outputs().entrySet()) {
            Value value;
            try {
                value = Settled.value(each.getValue(), stages.frame(stages.tree(), Context.RUN, Deadline.NEVER));
            } catch (Cut | EnvCommandFailed e) {
                value = null;
            } catch (UnstoredRead e) {
                // it is masked where it is shown, and a caller that reads it asks for what was not stored
                value = e.handedOn();
            }
            if (value == null) {
                run.warnings().warn("OUTPUT_UNAVAILABLE", "output `" + each.getKey() + "` has no value");
            } else if (value.isNull()) {
                nulls.add(each.getKey());
            }
            outputs.put(each.getKey(), value == null ? Value.Null.NULL : ShortNumbers.in(value));
        }
        return new Signal.OutputsReady(new Outputs(outputs.done(), nulls));
    }

    private static Value.Fields captures(StageRunner stages) {
        var captures = new LinkedHashMap<String, Value>();
        stages.variables().captures().forEach((name, binding) -> {
            if (binding instanceof Binding.Present present) {
                captures.put(name, ShortNumbers.in(present.value()));
            }
        });
        return new Value.Fields(captures);
    }
}

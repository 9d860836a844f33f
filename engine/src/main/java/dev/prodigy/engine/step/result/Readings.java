package dev.prodigy.engine.step.result;

import dev.prodigy.model.step.Step;
import dev.prodigy.model.value.FieldsReader;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Unstored;
import dev.prodigy.model.value.Value;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// The results that names are read from. A result that no name leads to any more is not among them, and one that many
/// lead to is there once: it is what another process needs to read the same.
final class Readings {
    /// Each name with the result that it was given last, the name given last behind.
    private final SequencedMap<String, Reading> byName = new LinkedHashMap<>();

    private @Nullable StepDescription described;

    /// @param named whether `shell.output`, `last.output` … follow
    private record Reading(Step step, StepResult result, boolean named) {}

    /// From now on the names are read from this result.
    void note(Step step, StepResult result, boolean named, Collection<String> names) {
        var reading = new Reading(step, result, named);
        names.forEach(name -> byName.putLast(name, reading));
    }

    /// From now on `step` tells of this.
    void describe(StepDescription step) {
        described = step;
    }

    /// @return the object that the journal keeps
    Value.Fields toFields() {
        var seen = Collections.newSetFromMap(new IdentityHashMap<Reading, Boolean>());
        var results = new ArrayList<Value>();
        for (var reading : byName.values()) {
            if (seen.add(reading)) {
                results.add(new FieldsWriter()
                        .put("step", reading.step().path())
                        .put("named", reading.named())
                        .put("result", reading.result().toFields())
                        .done());
            }
        }
        var out = new FieldsWriter().put("results", new Value.Items(results));
        if (described != null) {
            out.put("described", described.toFields());
        }
        return out.done();
    }

    /// Lets the names be read as {@link #toFields} found them.
    ///
    /// @param steps by path; what is of no step among them is left out
    static void restore(Value.Fields fields, Map<String, Step> steps, Variables variables) {
        if (fields.get("results") instanceof Value.Items(var results)) {
            boolean masked = TakenOver.isMasked(fields);
            for (var each : results) {
                restore(each, masked, steps, variables);
            }
        }
        if (fields.get("described") instanceof Value.Fields step) {
            variables.describe(StepDescription.read(step));
        }
    }

    private static void restore(Value reading, boolean masked, Map<String, Step> steps, Variables variables) {
        if (reading instanceof Value.Fields fields) {
            var in = new FieldsReader(fields);
            var step = steps.get(in.text("step"));
            if (step != null) {
                var result = StepResult.read(
                        masked ? Unstored.mark(in.fields("result"), step.label()) : in.fields("result"));
                result.gain().left().publish(variables);
                variables.ended(step, result, in.truth("named"));
            }
        }
    }
}

package dev.prodigy.engine.step;

import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.value.FieldsReader;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a step has come to, as later steps read it (spec 01 §7).
///
/// @param error the failure that stands, or null
/// @param captured the explicit capture's value, null where there is none
/// @param outputs what `outputs:` gave
/// @param attempts executions of the step's own kind
/// @param waitMs time spent waiting between them
public record StepResult(
        Outcome outcome,
        Product product,
        @Nullable ErrorRecord error,
        @Nullable Value captured,
        Map<String, Value> outputs,
        List<String> commits,
        List<String> filesChanged,
        int attempts,
        long executionMs,
        long waitMs) {

    /// @return the result of a step whose `when` was false
    public static StepResult skipped() {
        return new StepResult(Outcome.SKIPPED, Product.NONE, null, null, Map.of(), List.of(), List.of(), 0, 0, 0);
    }

    /// @return the result of a step that could not even begin
    public static StepResult failed(ErrorRecord error) {
        return new StepResult(
                Outcome.FAILED, Product.NONE.failed(""), error, null, Map.of(), List.of(), List.of(), 0, 0, 0);
    }

    /// @return the same, judged otherwise
    public StepResult as(Outcome judged, @Nullable ErrorRecord standing) {
        return new StepResult(
                judged, product, standing, captured, outputs, commits, filesChanged, attempts, executionMs, waitMs);
    }

    /// @return the same after further executions
    public StepResult with(Product newer) {
        return new StepResult(
                outcome, newer, error, captured, outputs, commits, filesChanged, attempts, executionMs, waitMs);
    }

    /// @return the object that `step_completed.captured` keeps
    public Value.Fields toFields() {
        var out = new FieldsWriter().put("outcome", outcome.word()).put("product", product.toFields());
        out.put("value", captured);
        if (!outputs.isEmpty()) {
            out.put("outputs", new Value.Fields(outputs));
        }
        if (!commits.isEmpty()) {
            out.put("commits", commits);
        }
        if (!filesChanged.isEmpty()) {
            out.put("files_changed", filesChanged);
        }
        return out.put("attempts", attempts).done();
    }

    /// @return what {@link #toFields} wrote
    public static StepResult read(Value.Fields fields) {
        var in = new FieldsReader(fields);
        return new StepResult(
                Outcome.ofWord(in.text("outcome")),
                Product.read(in.fields("product")),
                null,
                in.valueOrNull("value"),
                in.fields("outputs").members(),
                in.texts("commits"),
                in.texts("files_changed"),
                in.integer("attempts"),
                0,
                0);
    }
}

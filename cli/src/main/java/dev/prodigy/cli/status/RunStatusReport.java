package dev.prodigy.cli.status;

import dev.prodigy.cli.runs.RunSight;
import dev.prodigy.engine.figures.ItemWhereabouts;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Timestamps;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.view.EffectiveSettings;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The members that `status` adds to a run's record.
///
/// @param workflow its recorded normal form
record RunStatusReport(RunSight sight, Value workflow) {
    Value.Fields toFields(Instant now) {
        var record = sight.record();
        var reading = sight.reading();
        var state = sight.state();
        var usage = reading.history().usage();
        var remaining = record.isLive() ? reading.tally().remaining(now) : null;
        var items = items();
        return new FieldsWriter()
                .putAll(sight.toFields())
                .put("max_parallel", new EffectiveSettings(workflow, state).maxParallel())
                .put("counts", items == null ? null : items.toFields())
                .put("next_due_at", nextDue(items, now))
                .put("steps", steps())
                .put("breakers", BreakerFigures.of(state.circuits()))
                .put(
                        "cost",
                        new FieldsWriter()
                                .put("usd", usage.usd() == null ? Value.Null.NULL : new Value.Num(usage.usd()))
                                .put("input_tokens", usage.inputTokens())
                                .put("output_tokens", usage.outputTokens())
                                .done())
                .put("eta_ms", remaining == null ? Value.Null.NULL : Value.of(remaining.toMillis()))
                .done();
    }

    private @Nullable ItemWhereabouts items() {
        var state = sight.state();
        var items = state.items();
        return items == null
                ? null
                : new ItemWhereabouts(state, items, sight.record().isLive());
    }

    /// The earliest of whatever waits: an item, or a step wherever it stands.
    private Value nextDue(@Nullable ItemWhereabouts items, Instant now) {
        return Stream.of(
                        Optional.ofNullable(items == null ? null : items.nextDue(now)),
                        Optional.ofNullable(sight.reading().history().waits().nextDue(sight.state(), now)))
                .flatMap(Optional::stream)
                .min(Instant::compareTo)
                .<Value>map(due -> Value.of(Timestamps.format(due)))
                .orElse(Value.Null.NULL);
    }

    private Value steps() {
        var state = sight.state();
        var reading = sight.reading();
        int total = StepCount.of(
                workflow, state.started() == null ? null : state.started().settings());
        return new FieldsWriter()
                .put("total", total)
                .put("completed", Math.min(total, reading.history().stepsCompleted()))
                .put(
                        "current",
                        Value.of(sight.record().isLive() ? reading.history().currentStep() : null))
                .done();
    }
}

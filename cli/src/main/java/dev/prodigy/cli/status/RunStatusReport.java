package dev.prodigy.cli.status;

import dev.prodigy.cli.runs.HistoryReading;
import dev.prodigy.engine.figures.ItemCounts;
import dev.prodigy.engine.run.RunSetting;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Timestamps;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.view.RunRecord;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The members that `status` adds to a run's record.
///
/// @param workflow its recorded normal form
record RunStatusReport(RunRecord record, RunState state, HistoryReading reading, Value workflow) {
    private static final int USUAL_WIDTH = 10;

    Value.Fields toFields(Instant now) {
        var usage = reading.history().usage();
        var remaining = record.isLive() ? reading.tally().remaining(now) : null;
        var items = items();
        return new FieldsWriter()
                .putAll(record.toFields())
                .put("max_parallel", maxParallel())
                .put("counts", items == null ? null : items.toFields())
                .put("next_due_at", orNull(items == null ? null : items.nextDue(now)))
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

    /// A person's last word, else the command line's, else the workflow's; none where there are no
    /// items.
    private @Nullable Value maxParallel() {
        var set = state.setting(RunSetting.MAX_PARALLEL);
        if (set != null) {
            return new Value.Num(set);
        }
        if (!(workflow instanceof Value.Fields fields) || !(fields.get("map") instanceof Value.Fields map)) {
            return null;
        }
        var given = state.started() == null ? null : state.started().settings().get("max_parallel");
        var written = map.get("max_parallel");
        return given != null ? given : written == null ? Value.of(USUAL_WIDTH) : written;
    }

    private @Nullable ItemCounts items() {
        var items = state.items();
        return items == null ? null : new ItemCounts(state, items, record.isLive());
    }

    private static Value orNull(@Nullable Instant moment) {
        return moment == null ? Value.Null.NULL : Value.of(Timestamps.format(moment));
    }

    private Value steps() {
        int total = StepCount.of(
                workflow, state.started() == null ? null : state.started().settings());
        return new FieldsWriter()
                .put("total", total)
                .put("completed", Math.min(total, reading.history().stepsEnded()))
                .put("current", Value.of(record.isLive() ? reading.history().currentStep() : null))
                .done();
    }
}

package dev.prodigy.cli.status;

import dev.prodigy.cli.runs.HistoryReading;
import dev.prodigy.engine.item.ItemState;
import dev.prodigy.engine.item.ItemTable;
import dev.prodigy.engine.run.RunSetting;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.model.value.FieldsWriter;
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
        return new FieldsWriter()
                .putAll(record.toFields())
                .put("max_parallel", maxParallel())
                .put("counts", counts())
                .put("next_due_at", orNull(nextDue(now)))
                .put("steps", steps())
                .put("breakers", new Value.Items(java.util.List.of()))
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

    private @Nullable Value counts() {
        var items = state.items();
        if (items == null) {
            return null;
        }
        int running = record.isLive() ? items.count(ItemState.RUNNING) : 0;
        int merging = Math.min(running, record.isLive() ? state.mergeIntents().size() : 0);
        return new FieldsWriter()
                .put("pending", pending(items))
                .put("running", running - merging)
                .put("merging", merging)
                .put("conflict", 0)
                .put("waiting_retry", items.count(ItemState.WAITING))
                .put("waiting_breaker", 0)
                .put("waiting_quota", 0)
                .put("waiting_other", 0)
                .put("successful", items.count(ItemState.SUCCESSFUL))
                .put("failed", items.count(ItemState.FAILED))
                .put("skipped", items.count(ItemState.SKIPPED))
                .done();
    }

    /// What was in progress when its process died is pending.
    private int pending(ItemTable items) {
        return items.count(ItemState.PENDING) + (record.isLive() ? 0 : items.count(ItemState.RUNNING));
    }

    private @Nullable Instant nextDue(Instant now) {
        return state.items() == null ? null : state.items().nextDueAfter(now);
    }

    private static Value orNull(@Nullable Instant moment) {
        return moment == null ? Value.Null.NULL : Value.of(dev.prodigy.model.value.Timestamps.format(moment));
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

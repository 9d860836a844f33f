package dev.prodigy.runtime.view;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.prodigy.engine.ledger.StepLedger;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.RunEvent;
import dev.prodigy.model.item.ItemId;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Timestamps;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.home.RunRef;
import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What `checkpoint.json` says: how far the run is, as its journal told up to some event (spec 05
/// §5.5). A pure function of the folded state.
///
/// @param fields all but the items that remain
/// @param remaining the items without an outcome; null where there are none
public record Checkpoint(Value.Fields fields, @Nullable BitSet remaining) {
    /// The name of the file in the run's folder in `state/`.
    public static final String FILE = "checkpoint.json";

    private static final RunRecord.Holder SOMEBODY = new RunRecord.Holder(0, "");

    /// @return the checkpoint of a state; quick, whatever the number of items
    public static Checkpoint of(RunRef ref, RunState state) {
        var record = RunRecord.of(ref, state, SOMEBODY);
        return ref.run().kind().mode().equals("mapreduce") ? ofItems(record, state) : ofSteps(record, state);
    }

    /// @return the file's content
    public byte[] toBytes() {
        var out = new ByteArrayOutputStream();
        var text = Json.write(fields);
        if (remaining == null) {
            out.writeBytes((text + "\n").getBytes(UTF_8));
        } else {
            out.writeBytes((text.substring(0, text.length() - 1) + ",\"items_remaining\":[").getBytes(UTF_8));
            boolean first = true;
            for (int item = remaining.nextSetBit(0); item >= 0; item = remaining.nextSetBit(item + 1)) {
                out.writeBytes(((first ? "\"" : ",\"") + ItemId.of(item) + "\"").getBytes(UTF_8));
                first = false;
            }
            out.writeBytes("]}\n".getBytes(UTF_8));
        }
        return out.toByteArray();
    }

    private static Checkpoint ofItems(RunRecord record, RunState state) {
        var items = state.items();
        var counts = items == null ? null : items.counts();
        var fields = new FieldsWriter()
                .put("version", state.checkpoint().version())
                .put("job_id", record.runId())
                .put("workflow_file", record.origin().workflowFile())
                .put("workflow_hash", hash(state))
                .put("status", record.status())
                .put(
                        "phase",
                        record.course().phase() == null
                                ? "setup"
                                : record.course().phase())
                .put("items_total", counts == null ? 0 : counts.total())
                .put("items_processed", counts == null ? 0 : counts.processed())
                .put("successful_items", counts == null ? 0 : counts.successful())
                .put("failed_items", counts == null ? 0 : counts.failed())
                .put("skipped_items", counts == null ? 0 : counts.skipped())
                .put("started_at", moment(state.began()))
                .put("last_checkpoint_at", moment(state.checkpoint().at()))
                .put("last_seq", state.seq())
                .done();
        return new Checkpoint(fields, items == null ? new BitSet() : items.in(each -> !each.isFinal()));
    }

    private static Checkpoint ofSteps(RunRecord record, RunState state) {
        var fields = new FieldsWriter()
                .put("version", state.checkpoint().version())
                .put("run_id", record.runId())
                .put("workflow_file", record.origin().workflowFile())
                .put("workflow_hash", hash(state))
                .put("mode", record.origin().mode())
                .put("status", record.status())
                .put(
                        "phase",
                        record.course().phase() == null
                                ? "commands"
                                : record.course().phase())
                .put("completed", completed(state.ledger()))
                .put("current", Value.of(current(state.ledger())))
                .put("started_at", moment(state.began()))
                .put("last_checkpoint_at", moment(state.checkpoint().at()))
                .put("last_seq", state.seq())
                .done();
        return new Checkpoint(fields, null);
    }

    private static List<String> completed(StepLedger ledger) {
        var steps = new ArrayList<String>();
        ledger.forEachEnded(ended -> {
            if (ended.letListGoOn()) {
                steps.add(name(ended.context()));
            }
        });
        return steps;
    }

    private static @Nullable String current(StepLedger ledger) {
        var last = ledger.lastOpen();
        return last == null ? null : name(last.context());
    }

    /// @return the STEP, of a later pass behind its number
    private static String name(Context context) {
        var pass = context.pass();
        return pass == null || pass == 1 ? String.valueOf(context.step()) : "pass-" + pass + " " + context.step();
    }

    private static @Nullable String hash(RunState state) {
        RunEvent.Started started = state.started();
        return started == null ? null : started.workflowHash();
    }

    private static Value moment(@Nullable Instant moment) {
        return moment == null ? Value.Null.NULL : Value.of(Timestamps.format(moment));
    }
}

package dev.prodigy.runtime.item;

import dev.prodigy.model.error.ErrorJson;
import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.model.item.ItemId;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Makes the result object of an item, as reduce and people read it, from the item and the journal's words
/// on its end (spec 03 §7).
///
/// @param logs the folder of the run's logs
record ResultObject(ItemStore.Item item, Path logs) {
    private static final Value.Items NONE = new Value.Items(List.of());

    /// @return the object of a successful item
    Value of(ItemEvent.Completed completed) {
        return members("success", completed.attempts(), completed.result())
                .put("commits", completed.commits())
                .put("duration_ms", completed.durationMs())
                .done();
    }

    /// @return the object of an item that failed for good
    Value of(ItemEvent.Failed failed, boolean skipped) {
        return members(skipped ? "skipped" : "failed", failed.attempts(), failed.result())
                .put("duration_ms", failed.durationMs())
                .put("error", ErrorJson.write(failed.error()))
                .put("branch", failed.branch() == null ? Value.Null.NULL : Value.of(failed.branch()))
                .done();
    }

    /// @param attempts how many were begun
    /// @return the object of an item that somebody gave up before it came to an end
    Value givenUp(int attempts) {
        return members("skipped", attempts, Value.Null.NULL).done();
    }

    /// All members in their order; a later `put` replaces a value in its place.
    private FieldsWriter members(String status, int attempts, @Nullable Value kept) {
        var folder = ItemId.of(item.index()) + "/attempt-" + attempts;
        return new FieldsWriter()
                .put("item_id", ItemId.of(item.index()))
                .put("index", item.index())
                .put("key", item.key())
                .put("item", item.data())
                .put("status", status)
                .put("success", status.equals("success"))
                .put("attempts", attempts)
                .put("output", member(kept, "output", Value.of("")))
                .put("output_truncated", member(kept, "output_truncated", Value.Bool.FALSE))
                .put("captures", member(kept, "captures", new FieldsWriter().done()))
                .put("tolerated", member(kept, "tolerated", NONE))
                .put("commits", NONE)
                .put("files_changed", member(kept, "files_changed", NONE))
                .put("duration_ms", 0)
                .put("error", Value.Null.NULL)
                .put("branch", Value.Null.NULL)
                .put(
                        "log_dir",
                        attempts == 0
                                ? Value.Null.NULL
                                : Value.of(logs.resolve(folder).toString()));
    }

    private static Value member(@Nullable Value kept, String name, Value otherwise) {
        var value = kept instanceof Value.Fields fields ? fields.get(name) : null;
        return value == null ? otherwise : value;
    }
}

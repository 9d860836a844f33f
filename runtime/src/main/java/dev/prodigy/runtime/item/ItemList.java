package dev.prodigy.runtime.item;

import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.journal.ItemSegmentWriter;
import java.util.ArrayList;
import java.util.List;

/// Writes the list of work items as they come, alone or in batches.
final class ItemList {
    private final ItemSegmentWriter writer;
    private final ItemKeys keys;
    private final int batchSize;
    private final List<Value> members = new ArrayList<>();
    private final List<String> memberKeys = new ArrayList<>();
    private int taken;
    private int index;

    /// @param batchSize members of a batch; 0 for items that stand alone
    ItemList(ItemSegmentWriter writer, ItemKeys keys, int batchSize) {
        this.writer = writer;
        this.keys = keys;
        this.batchSize = batchSize;
    }

    void add(Value item) {
        var key = keys.of(item, taken++);
        if (batchSize == 0) {
            write(key, item);
            return;
        }
        members.add(item);
        memberKeys.add(key);
        if (members.size() == batchSize) {
            writeBatch();
        }
    }

    /// @return how many work items there are
    int end() {
        if (!members.isEmpty()) {
            writeBatch();
        }
        return index;
    }

    private void writeBatch() {
        write(Digest.of(Json.write(Value.ofTexts(memberKeys))).shortText(), new Value.Items(List.copyOf(members)));
        members.clear();
        memberKeys.clear();
    }

    private void write(String key, Value item) {
        writer.add(new FieldsWriter().put("key", key).put("item", item).done());
        index++;
    }
}

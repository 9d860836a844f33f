package dev.prodigy.runtime.run;

import dev.prodigy.engine.run.Effect;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.item.ItemId;
import dev.prodigy.runtime.item.ItemFile;
import dev.prodigy.runtime.item.ItemStore;
import java.util.LinkedHashMap;
import java.util.Map;

/// The variables that an item's processes get beside those of the run (spec 03 §13).
final class ItemVariables {
    private static final int LARGEST_JSON = 32 * 1024;

    private ItemVariables() {}

    static Map<String, String> of(
            ItemStore.Item item, Effect.StartAttempt start, ItemFile file, Map<String, String> ofRun) {
        var variables = new LinkedHashMap<>(ofRun);
        variables.put("PRODIGY_ITEM_ID", ItemId.of(item.index()));
        variables.put("PRODIGY_ITEM_INDEX", Integer.toString(item.index()));
        variables.put("PRODIGY_ITEM_KEY", item.key());
        variables.put("PRODIGY_ITEM_ATTEMPT", Integer.toString(start.attempt()));
        variables.put("PRODIGY_ITEM_FILE", file.path().toString());
        variables.put("PRODIGY_AGENT_ID", "agent-" + start.place());
        variables.put("PRODIGY_SLOT", Integer.toString(start.place()));
        var json = Json.write(item.data());
        if (json.length() <= LARGEST_JSON) {
            variables.put("PRODIGY_ITEM_JSON", json);
        }
        return variables;
    }
}

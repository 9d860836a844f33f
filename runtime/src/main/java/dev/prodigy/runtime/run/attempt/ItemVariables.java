package dev.prodigy.runtime.run.attempt;

import dev.prodigy.lang.json.Json;
import dev.prodigy.lang.shell.ExportRoom;
import dev.prodigy.model.item.ItemId;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/// The variables that an item's processes get beside those of the run; one that no program could be started
/// with is left out (spec 03 §13).
final class ItemVariables {
    private static final int LARGEST_JSON = 32 * 1024;

    private ItemVariables() {}

    static Map<String, String> of(AttemptSite site, Path file, Path logs, Map<String, String> ofRun) {
        var item = site.item();
        var variables = new LinkedHashMap<>(ofRun);
        variables.put("PRODIGY_ITEM_ID", ItemId.of(item.index()));
        variables.put("PRODIGY_ITEM_INDEX", Integer.toString(item.index()));
        if (ExportRoom.admits(item.key())) {
            variables.put("PRODIGY_ITEM_KEY", item.key());
        }
        variables.put("PRODIGY_ITEM_ATTEMPT", Integer.toString(site.attempt().attempt()));
        variables.put("PRODIGY_ITEM_FILE", file.toString());
        variables.put("PRODIGY_LOG_DIR", logs.toString());
        variables.put("PRODIGY_AGENT_ID", site.agent());
        variables.put("PRODIGY_SLOT", Integer.toString(site.place()));
        var json = Json.write(item.data());
        if (json.length() <= LARGEST_JSON) {
            variables.put("PRODIGY_ITEM_JSON", json);
        }
        return variables;
    }
}

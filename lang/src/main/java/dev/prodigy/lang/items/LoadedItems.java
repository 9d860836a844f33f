package dev.prodigy.lang.items;

import dev.prodigy.lang.jsonpath.JsonPath;
import dev.prodigy.lang.jsonpath.JsonPathLimit;
import dev.prodigy.model.value.Value;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The items that a path finds in a document, which is loaded as a whole when the first one is asked for.
final class LoadedItems implements ItemSource {
    private final Supplier<Value> document;
    private final JsonPath path;
    private final ItemLimits limits;
    private @Nullable List<Value> items;
    private int given;

    LoadedItems(Supplier<Value> document, JsonPath path, ItemLimits limits) {
        this.document = document;
        this.path = path;
        this.limits = limits;
    }

    @Override
    public @Nullable Value next() {
        if (items == null) {
            items = find();
        }
        if (given == items.size()) {
            return null;
        }
        return limits.requireSmall(items.get(given++), 0, 0);
    }

    private List<Value> find() {
        try {
            return path.items(document.get());
        } catch (JsonPathLimit e) {
            throw InputInvalid.ofTheWhole("the path " + path + ": " + e.getMessage());
        }
    }
}

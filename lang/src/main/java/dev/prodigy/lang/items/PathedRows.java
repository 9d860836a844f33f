package dev.prodigy.lang.items;

import dev.prodigy.lang.jsonpath.StreamingPath;
import dev.prodigy.model.value.Value;
import java.util.ArrayList;

/// Rows as the elements of an array, to which a path is applied (spec 03 §3).
final class PathedRows {
    private PathedRows() {}

    /// @return what the path picks from each row, as the rows come
    static ItemSource stream(ItemSource rows, StreamingPath path) {
        return () -> {
            for (var row = rows.next(); row != null; row = rows.next()) {
                var item = path.itemOf(row);
                if (item != null) {
                    return item;
                }
            }
            return null;
        };
    }

    /// @return the array of all rows
    static Value load(ItemSource rows) {
        var all = new ArrayList<Value>();
        for (var row = rows.next(); row != null; row = rows.next()) {
            all.add(row);
        }
        return new Value.Items(all);
    }
}

package dev.prodigy.lang.items;

import dev.prodigy.lang.json.Json;
import dev.prodigy.lang.jsonpath.JsonPath;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.ItemFormat;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Reads all items of a text at once.
final class Read {
    private Read() {}

    /// @param format its word, or "-" to tell it by the content
    /// @param path a path, or "-" for none
    /// @return the items as a JSON array
    static String items(String format, String path, String text) {
        return drain(open(format, path, text, ItemLimits.OF_A_RUN));
    }

    static ItemSource open(String format, String path, String text, ItemLimits limits) {
        return open(format, path, text.getBytes(StandardCharsets.UTF_8), limits);
    }

    static ItemSource open(String format, String path, byte[] bytes, ItemLimits limits) {
        @Nullable JsonPath picked = path.equals("-") ? null : JsonPath.parse(path, JsonPath.Mode.LENIENT);
        return ItemReader.open(new ByteArrayInputStream(bytes), format(format), picked, limits);
    }

    /// @param word as a workflow writes it, or "-" to tell the format by the content
    static @Nullable ItemFormat format(String word) {
        return word.equals("-") ? null : ItemFormat.valueOf(word.toUpperCase(Locale.ROOT));
    }

    static String drain(ItemSource source) {
        var items = new ArrayList<Value>();
        for (var item = source.next(); item != null; item = source.next()) {
            items.add(item);
        }
        return Json.write(new Value.Items(items));
    }
}

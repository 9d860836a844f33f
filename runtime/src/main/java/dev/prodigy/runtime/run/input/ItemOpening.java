package dev.prodigy.runtime.run.input;

import dev.prodigy.lang.expr.Template;
import dev.prodigy.lang.items.FormatOfFile;
import dev.prodigy.lang.items.InputInvalid;
import dev.prodigy.lang.items.ItemReader;
import dev.prodigy.lang.items.ItemSource;
import dev.prodigy.lang.json.Json;
import dev.prodigy.lang.jsonpath.JsonPath;
import dev.prodigy.model.error.KnownCode;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.ItemFormat;
import dev.prodigy.runtime.item.ItemRefused;
import java.io.InputStream;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// From what `map.input` leads to, to a stream of items (spec 03 §3).
public final class ItemOpening {
    private static final Set<String> ENDINGS =
            Set.of(".json", ".jsonl", ".ndjson", ".csv", ".tsv", ".yaml", ".yml", ".txt");

    private final @Nullable JsonPath path;

    /// @param path JSONPath that picks the items, or null
    public ItemOpening(@Nullable String path) {
        this.path = path == null ? null : JsonPath.parse(path, JsonPath.Mode.LENIENT);
    }

    /// @return whether a text is meant as a file, there or not
    public static boolean isFileName(String text) {
        return text.chars().noneMatch(Character::isWhitespace)
                && ENDINGS.stream().anyMatch(text::endsWith);
    }

    /// A placeholder that stands alone may give a list, as that of a loop may (spec 01 §2): then it needs no command to
    /// print it, and as a command the list would make no sense.
    ///
    /// @param input the text, parsed
    /// @param value that it has
    /// @return the elements of the list, or of the JSON text of one; null where the value is none
    public static @Nullable List<Value> elements(Template input, Value value) {
        if (input.whole() == null) {
            return null;
        }
        var read = value instanceof Value.Text(var text) ? Json.tryParse(text.strip()) : value;
        return read instanceof Value.Items(var elements) ? elements : null;
    }

    /// @param format as written, or null
    /// @return the format of a file
    public static @Nullable ItemFormat ofFile(String name, @Nullable ItemFormat format) {
        return format == null ? FormatOfFile.named(name) : format;
    }

    /// @param format null = it is told by the content
    /// @param name for messages
    /// @throws ItemRefused when the content is none of that format
    public ItemSource opened(InputStream bytes, @Nullable ItemFormat format, String name) {
        try {
            return ItemReader.open(bytes, format, path);
        } catch (InputInvalid e) {
            throw invalid(name, e);
        }
    }

    /// @return the items of a list that stands in the workflow
    public ItemSource listed(List<Value> items) {
        var chosen = path == null ? items : path.items(new Value.Items(items));
        var each = chosen.iterator();
        return () -> each.hasNext() ? each.next() : null;
    }

    /// @param name of what was read, for the message
    public static ItemRefused invalid(String name, InputInvalid e) {
        var place = e.line() == 0 ? name : name + ":" + e.line() + ":" + e.column();
        return new ItemRefused(KnownCode.INPUT_INVALID, "the input is invalid: " + place + ": " + e.getMessage());
    }
}

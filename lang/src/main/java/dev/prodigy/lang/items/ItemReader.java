package dev.prodigy.lang.items;

import dev.prodigy.lang.jsonpath.JsonPath;
import dev.prodigy.lang.jsonpath.StreamingPath;
import dev.prodigy.model.workflow.ItemFormat;
import java.io.InputStream;
import java.io.Reader;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/// Turns text into work items (spec 03 §3).
///
/// Row formats, and JSON, are read in constant memory when the path is a {@link StreamingPath} or there is none.
/// Whatever else is loaded as a whole, and may then have at most 64 MiB. One item has at most 1 MiB of JSON.
public final class ItemReader {
    private static final JsonPath WHOLE = JsonPath.parse("$", JsonPath.Mode.STRICT);

    /// In characters: the YAML parser holds a whole line several times over.
    private static final int LONGEST_YAML_LINE = 2 << 20;

    private static final String HINT_FOR_TEXT = " (text lines that begin with { or [ need `format: lines`)";

    private final JsonPath path;
    private final Optional<StreamingPath> streaming;
    private final ItemLimits limits;

    private ItemReader(JsonPath path, ItemLimits limits) {
        this.path = path;
        this.streaming = StreamingPath.of(path);
        this.limits = limits;
    }

    /// Starts reading items. The stream is left open at the end.
    ///
    /// @param bytes UTF-8, with or without a byte order mark
    /// @param format the format, or null to tell it by the content
    /// @param path picks the items in the document, rows counting as an array; null for the document itself
    /// @throws InputInvalid when already the beginning is invalid
    /// @throws java.io.UncheckedIOException when reading fails
    public static ItemSource open(InputStream bytes, @Nullable ItemFormat format, @Nullable JsonPath path) {
        return open(bytes, format, path, ItemLimits.OF_A_RUN);
    }

    static ItemSource open(InputStream bytes, @Nullable ItemFormat format, @Nullable JsonPath path, ItemLimits limits) {
        return new ItemReader(path == null ? WHOLE : path, limits).open(bytes, format);
    }

    private ItemSource open(InputStream bytes, @Nullable ItemFormat declared) {
        boolean yaml = declared == ItemFormat.YAML;
        var utf8 = yaml ? new Utf8Reader(bytes, StreamReader::isPrintable, LONGEST_YAML_LINE) : new Utf8Reader(bytes);
        if (yaml || streaming.isEmpty()) {
            utf8.limit(limits.documentBytes(), tooLarge(yaml ? "YAML is" : "with the path " + path + " a document is"));
        }
        if (declared != null) {
            return open(utf8, declared, new JsonText(limits, ""), JsonLines.Accepted.ANY_VALUE);
        }
        var content = Content.of(utf8, limits);
        var json = new JsonText(limits, HINT_FOR_TEXT);
        return open(content.text(), content.format(), json, JsonLines.Accepted.OBJECT_OR_ARRAY);
    }

    private ItemSource open(Reader text, ItemFormat format, JsonText json, JsonLines.Accepted lines) {
        return switch (format) {
            case JSON ->
                streaming.isPresent()
                        ? json.stream(text, streaming.get())
                        : new LoadedItems(() -> json.load(text), path, limits);
            case JSONL -> rows(new JsonLines(text, json, lines, limits));
            case CSV -> rows(new DelimitedRows(text, ',', limits));
            case TSV -> rows(new DelimitedRows(text, '\t', limits));
            case YAML -> new LoadedItems(() -> YamlDocuments.asOne(YamlDocuments.read(text)), path, limits);
            case LINES -> rows(new TextLines(text, limits));
        };
    }

    private ItemSource rows(ItemSource rows) {
        return streaming.isPresent()
                ? PathedRows.stream(rows, streaming.get())
                : new LoadedItems(() -> PathedRows.load(rows), path, limits);
    }

    private String tooLarge(String what) {
        return what + " held in memory and may have at most " + ItemLimits.shown(limits.documentBytes())
                + "; JSON, JSON Lines, CSV, TSV and text lines of any size are read with no path or one like"
                + " $[*], $.a.b, $.a.b[*], $.a[*].b";
    }
}

package dev.prodigy.lang.items;

import dev.prodigy.model.workflow.ItemFormat;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The format that a file's name stands for (spec 03 §3).
public final class FormatOfFile {
    private static final Map<String, ItemFormat> BY_SUFFIX = Map.of(
            ".json", ItemFormat.JSON,
            ".jsonl", ItemFormat.JSONL,
            ".ndjson", ItemFormat.JSONL,
            ".csv", ItemFormat.CSV,
            ".tsv", ItemFormat.TSV,
            ".yaml", ItemFormat.YAML,
            ".yml", ItemFormat.YAML,
            ".txt", ItemFormat.LINES);

    private FormatOfFile() {}

    /// @param file a file's name or path, whose suffix may be in any case
    /// @return the format that the suffix stands for, or null
    public static @Nullable ItemFormat named(String file) {
        int dot = file.lastIndexOf('.');
        return dot < 0 ? null : BY_SUFFIX.get(file.substring(dot).toLowerCase(Locale.ROOT));
    }
}

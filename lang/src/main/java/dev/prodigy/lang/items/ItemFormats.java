package dev.prodigy.lang.items;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The text formats that work items come in (spec 03 §3).
public enum ItemFormats {
    /// One document: the elements of an array, or any other value as the one item.
    JSON,
    /// A JSON value on each line that is not blank.
    JSONL,
    /// Rows of fields separated by commas, the first row being the names (RFC 4180).
    CSV,
    /// As CSV, separated by tabs.
    TSV,
    /// YAML 1.2 with the core schema: the elements of a sequence; of several documents, each.
    YAML,
    /// A string for each line that is not blank.
    LINES;

    private static final Map<String, ItemFormats> BY_SUFFIX = Map.of(
            ".json", JSON, ".jsonl", JSONL, ".ndjson", JSONL, ".csv", CSV, ".tsv", TSV, ".yaml", YAML, ".yml", YAML,
            ".txt", LINES);

    /// @param word what a workflow says in `format`, such as `jsonl`
    /// @return the format of this name, or empty
    public static Optional<ItemFormats> named(String word) {
        for (var format : values()) {
            if (format.word().equals(word)) {
                return Optional.of(format);
            }
        }
        return Optional.empty();
    }

    /// @param file a file's name or path, whose suffix may be in any case
    /// @return the format that the suffix stands for, or empty
    public static Optional<ItemFormats> ofFile(String file) {
        int dot = file.lastIndexOf('.');
        return dot < 0
                ? Optional.empty()
                : Optional.ofNullable(BY_SUFFIX.get(file.substring(dot).toLowerCase(Locale.ROOT)));
    }

    /// @return the name as a workflow writes it
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}

package dev.prodigy.model.workflow;

/// What an input document is made of (spec 03 §3).
public enum ItemFormat {
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
    LINES
}

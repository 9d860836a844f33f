package dev.prodigy.model.workflow;

/// What an input document is made of (spec 03 §3).
public enum ItemFormat {
    JSON,
    JSONL,
    CSV,
    TSV,
    YAML,
    LINES
}

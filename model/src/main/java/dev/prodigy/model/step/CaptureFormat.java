package dev.prodigy.model.step;

/// How captured output becomes a value (spec 01 §3, `capture_format`).
public enum CaptureFormat {
    STRING,
    JSON,
    LINES,
    NUMBER,
    BOOLEAN
}

package dev.prodigy.model.step;

/// How the content of `write_file` is checked and laid out.
public enum FileFormat {
    TEXT,
    JSON,
    YAML
}

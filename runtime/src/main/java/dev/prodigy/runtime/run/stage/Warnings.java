package dev.prodigy.runtime.run.stage;

/// Hears of things a person should know; they are journaled and shown.
@FunctionalInterface
public interface Warnings {
    /// @param code such as `UNCOMMITTED_FILES`
    void warn(String code, String message);
}

package dev.prodigy.engine.environment;

/// Hears of texts that are secret (spec 02 §11).
@FunctionalInterface
public interface SecretTexts {
    /// @param isDeclared whether its entry is marked as secret; false where only a name looks like it, which is enough
    /// to
    ///     mask the text, and too little to refuse a file that holds it
    void add(String text, boolean isDeclared);
}

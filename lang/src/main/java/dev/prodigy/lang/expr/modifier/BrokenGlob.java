package dev.prodigy.lang.expr.modifier;

/// A glob that is none, such as `[ab`: its placeholder is wrong where its name is owned (spec 01 §14, INVALID_PATTERN).
///
/// @param trouble what is wrong with it
public record BrokenGlob(String trouble) implements Modifier {
    @Override
    public Shaped apply(Shaped value) {
        return value;
    }
}

package dev.prodigy.lang.expr;

/// A `${…}` that stays text although it was probably meant for us.
public sealed interface Misspelt permits MisspeltCall, MisspeltModifier {
    /// @return where it begins in the text
    int offset();

    /// @return what stands between its braces
    String body();

    /// @return the placeholder as it is written
    default String source() {
        return "${" + body() + "}";
    }
}

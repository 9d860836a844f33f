package dev.prodigy.lang.shell;

/// Tells of the names in a shell text what they stand for, as far as the workflow alone tells (spec 01 §7, §9).
@FunctionalInterface
public interface Natures {
    /// @param body of a placeholder, or a name that the text reads or assigns
    /// @return what it will be in a placeholder
    PlaceholderNature of(String body);

    /// @return whether a name of the workflow's stands in placeholders only, so that a shell knows no variable
    ///     of it
    default boolean isNoVariable(String name) {
        return false;
    }
}

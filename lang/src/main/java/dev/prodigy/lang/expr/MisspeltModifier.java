package dev.prodigy.lang.expr;

import dev.prodigy.lang.expr.scope.Path;

/// A `${…}` that stays text because of a word that is nearly a modifier (spec 01 §8.3).
///
/// @param offset where it begins in the text
/// @param body what stands between its braces
/// @param path whose value was to be changed
/// @param word that is no modifier
/// @param piped whether `|` stands before it, which is nothing to a shell; behind `:` the word may be a
///     variable of the shell's
/// @param suggestion the placeholder as it was probably meant
public record MisspeltModifier(int offset, String body, Path path, String word, boolean piped, String suggestion)
        implements Misspelt {}

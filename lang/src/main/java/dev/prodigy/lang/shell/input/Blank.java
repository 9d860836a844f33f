package dev.prodigy.lang.shell.input;

import java.util.List;

/// The values of one placeholder on their way to their place.
///
/// @param values one for data, any number for words
/// @param words whether each value may become a word of its own
/// @param start where the placeholder stands in the author's text
/// @param end where it ends, exclusive
public record Blank(List<String> values, boolean words, int start, int end) {}

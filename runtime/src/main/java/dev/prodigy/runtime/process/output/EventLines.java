package dev.prodigy.runtime.process.output;

import java.util.function.Predicate;

/// What an agent's standard output is read for: one event a line (spec 01 §11). With it only events count as
/// signs of life for the idle limit (spec 02 §10).
///
/// @param maxBytes a longer line is passed over
/// @param isEvent gets each whole line as it arrives, without its end; not masked, invalid UTF-8 replaced.
///     Answers whether the line is an event. Called by one thread at a time; it must not block
public record EventLines(int maxBytes, Predicate<String> isEvent) {}

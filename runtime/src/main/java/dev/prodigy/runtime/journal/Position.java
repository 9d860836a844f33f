package dev.prodigy.runtime.journal;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The place behind a valid line of a journal, where the next one is or will be.
///
/// @param file the file; null before the first line of the first file
/// @param offset the byte behind the line
/// @param line the line's number in its file
/// @param seq the line's `seq`; 0 before the first
record Position(@Nullable Path file, long offset, long line, long seq) {
    static final Position START = new Position(null, 0, 0, 0);
}

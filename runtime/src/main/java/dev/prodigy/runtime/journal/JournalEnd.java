package dev.prodigy.runtime.journal;

import java.nio.file.Path;

/// How the reading of a journal ended (spec 05 §5.4).
public sealed interface JournalEnd {

    /// Every line is valid.
    record Complete() implements JournalEnd {}

    /// Behind the last valid line stand bytes that were never acknowledged. A reader ignores them, a writer cuts
    /// them off.
    ///
    /// @param file where they begin
    /// @param offset their first byte
    /// @param bytes how many there are, those in later files included
    record TornTail(Path file, long offset, long bytes) implements JournalEnd {}

    /// A line that is wrong although valid ones follow, or that breaks the sequence. Where all are valid, and what
    /// events have in segments was looked at: the first value that is not what was written. What was read
    /// before the end holds.
    record Damaged(Damage damage) implements JournalEnd {}

    /// A line of a version that this program does not know. What was read before it holds.
    ///
    /// @param file where it stands
    /// @param line its number, from 1
    /// @param offset its first byte in the file
    /// @param version what it says
    record Newer(Path file, long line, long offset, long version) implements JournalEnd {

        /// @return one line for people
        public String describe() {
            return file + " line " + line + " was " + origin();
        }

        String origin() {
            return "written by a newer version of the program (" + version + ")";
        }
    }
}

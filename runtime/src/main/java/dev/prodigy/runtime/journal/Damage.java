package dev.prodigy.runtime.journal;

import java.nio.file.Path;
import java.util.Locale;

/// A place where the files of a run are not what was written (spec 05 §5.4; `fsck`, 05 §2.8).
///
/// @param file the damaged file
/// @param line its line, from 1; 0 where lines do not count
/// @param offset the byte in the file, from 0
/// @param kind what is wrong
/// @param detail one line for people
public record Damage(Path file, long line, long offset, Kind kind, String detail) {

    /// What can be wrong.
    public enum Kind {
        /// The checksum says other bytes.
        CHECKSUM,
        /// Not a line of a journal at all.
        SYNTAX,
        /// A gap or repetition in `seq`.
        SEQUENCE,
        /// A segment is missing, too short or has a wrong checksum.
        SEGMENT;

        /// @return the name in JSON, such as `checksum`
        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// @return whether events are damaged; what a segment or the workflow's record held is nowhere else
    public boolean isOfEvents() {
        return kind == Kind.SEQUENCE || String.valueOf(file.getFileName()).startsWith("events-");
    }

    /// @return the id of the run whose file it is
    public String run() {
        var folder = file.getParent();
        return folder == null ? "" : String.valueOf(folder.getFileName());
    }

    /// @return file, line and what is wrong, for people
    public String describe() {
        return file + (line > 0 ? " line " + line : "") + " (byte " + offset + "): " + detail;
    }
}

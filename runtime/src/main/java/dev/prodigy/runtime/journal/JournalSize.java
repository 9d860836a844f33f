package dev.prodigy.runtime.journal;

import dev.prodigy.runtime.home.StorageFailure;
import java.nio.file.Path;

/// How much the files of a journal hold, archived ones as they lie on the disk; what they refer to does not count.
public final class JournalSize {
    private JournalSize() {}

    /// @param folder the run's
    /// @return the size in bytes
    /// @throws StorageFailure when the folder cannot be read
    public static long of(Path folder) {
        return JournalFile.list(folder).stream()
                .mapToLong(file -> file.path().toFile().length())
                .sum();
    }

    /// @param folder the run's
    /// @return the size of the segments in which items and large values lie, in bytes
    /// @throws StorageFailure when the folder cannot be read
    public static long ofSegments(Path folder) {
        return Segments.list(folder).stream()
                .mapToLong(file -> file.toFile().length())
                .sum();
    }
}

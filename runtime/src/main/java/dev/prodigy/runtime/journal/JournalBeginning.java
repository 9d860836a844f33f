package dev.prodigy.runtime.journal;

import dev.prodigy.runtime.home.StorageFailure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Whether a run has begun: its first record is what makes it one (spec 05 §2.1).
public final class JournalBeginning {
    private static final long MAX_LINE = 1 << 20;

    private JournalBeginning() {}

    /// A crash may leave a folder, in it a journal, and in that a part of a first record: that was never acknowledged,
    /// and is no run. A damaged journal is one.
    ///
    /// @param folder of the run's journal
    /// @return whether there is a record
    /// @throws StorageFailure when it cannot be read
    public static boolean isIn(Path folder) {
        if (!Files.isDirectory(folder)) {
            return false;
        }
        if (JournalSalvage.isUnfinished(folder)) {
            return true;
        }
        var files = JournalFile.list(folder);
        return !files.isEmpty() && (!mayBeCutOff(files) || hasRecord(folder));
    }

    /// Only the first event says what a run is: a journal without it cannot be salvaged.
    ///
    /// @param damage of a journal
    /// @return whether it is where the first event belongs
    /// @throws StorageFailure when the folder cannot be read
    public static boolean isLost(Damage damage) {
        var folder = damage.file().getParent();
        return damage.isOfEvents()
                && damage.offset() == 0
                && folder != null
                && Files.isDirectory(folder)
                && !JournalSalvage.isUnfinished(folder)
                && JournalFile.list(folder).stream()
                        .limit(1)
                        .allMatch(first -> first.path().equals(damage.file()));
    }

    /// Listing runs reads the beginning of short journals only: a longer one has more in it than a part of a record.
    private static boolean mayBeCutOff(List<JournalFile> files) {
        var first = files.getFirst();
        return files.size() == 1 && !first.archived() && first.path().toFile().length() <= MAX_LINE;
    }

    private static boolean hasRecord(Path folder) {
        try (var reader = JournalReader.open(folder)) {
            return reader.next()
                    || switch (reader.ending()) {
                        case JournalEnd.Complete _, JournalEnd.TornTail _ -> false;
                        case JournalEnd.Damaged _, JournalEnd.Newer _ -> true;
                    };
        }
    }
}

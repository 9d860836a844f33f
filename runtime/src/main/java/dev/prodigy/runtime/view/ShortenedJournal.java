package dev.prodigy.runtime.view;

import dev.prodigy.runtime.home.Home;
import dev.prodigy.runtime.home.LocalDisk;
import dev.prodigy.runtime.home.RunId;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.journal.Damage;
import dev.prodigy.runtime.journal.JournalDamaged;
import dev.prodigy.runtime.journal.JournalSalvage;
import dev.prodigy.runtime.journal.JournalTail;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/// Tells a journal that has lost its end: what is left of it is whole, but the run's record tells of later events.
/// That record is only written of events that are forced to the disk, so no crash explains it (spec 05 §5.3, §5.4).
public final class ShortenedJournal {
    /// No line of a journal is shorter: its version, number, times, names and checksum.
    private static final long SHORTEST_LINE = 128;

    private ShortenedJournal() {}

    /// Looks at the journal's end only. Bytes behind the last valid line may be the lines that the record tells of:
    /// those are a torn tail.
    ///
    /// @return the damage, where events are missing
    /// @throws dev.prodigy.runtime.home.StorageFailure when the journal cannot be read
    public static Optional<Damage> of(Home home, RunRef run) {
        var folder = home.events(run.repo(), run.run());
        // before the journal: a process may be writing on
        var told = new SessionFiles(home, new LocalDisk()).read(run);
        if (told == null || !Files.isDirectory(folder) || JournalSalvage.isUnfinished(folder)) {
            return Optional.empty();
        }
        long seq = told.course().lastSeq();
        return JournalTail.last(folder)
                .filter(last -> seq > last.seq() + (last.torn() + SHORTEST_LINE - 1) / SHORTEST_LINE)
                .map(last -> {
                    var view = home.root().relativize(home.session(run.run()));
                    var detail = "the journal ends at event " + last.seq() + "; " + view + " tells of event " + seq;
                    return new Damage(last.file(), 0, last.offset(), Damage.Kind.SEQUENCE, detail);
                });
    }

    /// @param folder a run's folder in its home
    /// @throws JournalDamaged when events are missing
    /// @throws dev.prodigy.runtime.home.StorageFailure when the journal cannot be read
    public static void refuse(Path folder) {
        var repo = Objects.requireNonNull(folder.toAbsolutePath().getParent(), "it lies in its repository's folder");
        RunId.parse(String.valueOf(folder.getFileName()))
                .ifPresent(run -> refuse(Home.around(repo), new RunRef(String.valueOf(repo.getFileName()), run)));
    }

    /// @throws JournalDamaged when events are missing
    /// @throws dev.prodigy.runtime.home.StorageFailure when the journal cannot be read
    public static void refuse(Home home, RunRef run) {
        of(home, run).ifPresent(damage -> {
            throw new JournalDamaged(damage);
        });
    }
}

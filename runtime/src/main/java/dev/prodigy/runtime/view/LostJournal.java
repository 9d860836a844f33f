package dev.prodigy.runtime.view;

import dev.prodigy.runtime.home.Home;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.journal.Damage;
import dev.prodigy.runtime.journal.JournalBeginning;
import dev.prodigy.runtime.journal.JournalTail;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/// Tells a run whose journal was emptied or deleted from one that never began: views are made of records that are
/// durable (spec 05 §5.5), so that a crash before the first record leaves none.
public final class LostJournal {
    private LostJournal() {}

    /// @return the damage, where nothing is left of the journal in a run's folder and views tell of it; what is left of
    ///     a line is a torn tail
    /// @throws dev.prodigy.runtime.home.StorageFailure when the journal cannot be read
    public static Optional<Damage> of(Home home, RunRef run) {
        var folder = home.events(run.repo(), run.run());
        return Stream.of(
                        home.session(run.run()),
                        home.state(run.repo(), run.run()).resolve(Checkpoint.FILE))
                .filter(Files::exists)
                .findFirst()
                .filter(_ -> JournalTail.bytes(folder) == 0 && !JournalBeginning.isIn(folder))
                .map(view -> damage(folder, home.root().relativize(view)));
    }

    private static Damage damage(Path folder, Path view) {
        var detail = "the journal is empty or gone, though the run had begun: " + view + " tells of it";
        return new Damage(folder.resolve("events-*.jsonl"), 0, 0, Damage.Kind.SEQUENCE, detail);
    }
}

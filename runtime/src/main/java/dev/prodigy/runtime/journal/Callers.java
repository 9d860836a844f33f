package dev.prodigy.runtime.journal;

import dev.prodigy.runtime.home.Home;
import dev.prodigy.runtime.home.OwnerLock;
import dev.prodigy.runtime.home.RunId;
import dev.prodigy.runtime.home.RunRef;
import java.nio.file.Files;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Which run's step started a run, as its first event tells (spec 04 §5.8). Reads only.
public record Callers(Home home) {
    /// @return the id of the run whose step started it; null when a person did, or nothing tells
    /// @throws dev.prodigy.runtime.home.StorageFailure when the journal cannot be read
    public @Nullable String of(RunRef run) {
        var folder = home.events(run.repo(), run.run());
        if (!Files.isDirectory(folder)) {
            return null;
        }
        try (var reader = JournalReader.open(folder)) {
            return reader.next() ? reader.line().text("parent_run_id") : null;
        }
    }

    /// @param run an id in the repository of the other
    /// @return whether it is of a run that the other's steps started, or theirs, and no process works on it
    /// @throws dev.prodigy.runtime.home.StorageFailure when a journal cannot be read
    public boolean isLeftBelow(String run, RunRef above) {
        return RunId.parse(run)
                .map(id -> new RunRef(above.repo(), id))
                .filter(ref -> isBelow(ref, above))
                .filter(ref ->
                        OwnerLock.holder(home.runLock(ref.repo(), ref.run())).isEmpty())
                .isPresent();
    }

    private boolean isBelow(RunRef run, RunRef above) {
        var caller = of(run);
        // what is called is younger: a journal that names itself leads nowhere
        return Optional.ofNullable(caller)
                .flatMap(RunId::parse)
                .filter(id -> id.compareTo(run.run()) < 0)
                .map(id -> new RunRef(run.repo(), id))
                .filter(ref -> ref.equals(above) || isBelow(ref, above))
                .isPresent();
    }
}

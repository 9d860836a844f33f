package dev.prodigy.cli.runs;

import dev.prodigy.cli.command.CommandFailure;
import dev.prodigy.model.value.UnreadableFields;
import dev.prodigy.runtime.home.Home;
import dev.prodigy.runtime.home.OwnerLock;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.home.StorageFailure;
import dev.prodigy.runtime.journal.JournalDamaged;
import dev.prodigy.runtime.run.replay.UnknownEventType;
import java.nio.file.Files;
import java.util.function.BooleanSupplier;

/// Makes a run's views anew where a command that tells of the run comes upon one that is missing or stale (spec 05
/// §5.1). It answers from the journal, so that nothing depends on it: what cannot be written stays as it is.
public final class ViewRenewal {
    private ViewRenewal() {}

    /// Makes all views of the run anew, unless a process works on it, its journal is damaged, or the home may not be
    /// written.
    ///
    /// @param isDue looks for what is missing or stale, as far as that costs little
    public static void of(Home home, RunRef run, BooleanSupplier isDue) {
        try {
            if (isDue.getAsBoolean() && Files.isWritable(home.root())) {
                OwnerLock.whileFree(
                        home.runLock(run.repo(), run.run()),
                        () -> RecordedState.views(home, run).repair());
            }
        } catch (StorageFailure | JournalDamaged | UnknownEventType | UnreadableFields | CommandFailure _) {
            return;
        }
    }
}

package dev.prodigy.runtime.run.replay;

import dev.prodigy.engine.ledger.StepLedger;
import dev.prodigy.model.value.UnreadableFields;
import dev.prodigy.runtime.home.Home;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.journal.JournalDamaged;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// Which of the runs that its steps started the resume of a run would go on with (spec 04 §5.8): those of steps
/// that did not let their list go on. What steps of items started died with its attempt. Reads only.
public record OpenCalls(Home home) {
    /// @return tells such runs by their ids; all of them where the caller's journal is damaged, since nobody
    ///     knows before it is mended
    /// @throws dev.prodigy.runtime.home.StorageFailure when the journal cannot be read
    public Predicate<String> of(RunRef caller) {
        try (var journal = FoldedJournal.glance(home, caller)) {
            JournalFold.requireUsable(journal.reader(), journal.state());
            return journal.state().ledger().children().stream()
                    .map(StepLedger.Child::runId)
                    .collect(Collectors.toUnmodifiableSet())::contains;
        } catch (JournalDamaged | UnknownEventType | UnreadableFields _) {
            return _ -> true;
        }
    }
}

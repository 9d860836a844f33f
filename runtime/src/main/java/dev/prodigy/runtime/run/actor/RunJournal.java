package dev.prodigy.runtime.run.actor;

import dev.prodigy.engine.decide.RunDecider;
import dev.prodigy.model.event.Recorded;
import dev.prodigy.runtime.event.EventCodec;
import dev.prodigy.runtime.journal.Durability;
import dev.prodigy.runtime.journal.JournalWriter;
import dev.prodigy.runtime.world.Masking;
import java.util.List;
import java.util.function.Consumer;

/// The event log of a live run: its journal. Texts are masked before they get there.
public final class RunJournal implements EventLog {
    private final JournalWriter writer;
    private final Masking masking;

    /// Appends to a journal that is open.
    public RunJournal(JournalWriter writer, Masking masking) {
        this.writer = writer;
        this.masking = masking;
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // both of its ends are passed on
    public void append(List<Recorded> events, Consumer<List<Recorded>> durable, Consumer<Throwable> failed) {
        var redactor = masking.redactor();
        var entries =
                events.stream().map(event -> EventCodec.encode(event, redactor)).toList();
        boolean terminal = events.stream().anyMatch(event -> RunDecider.isTerminal(event.event()));
        var done = terminal ? writer.append(entries, Durability.STRICT) : writer.append(entries);
        done.whenComplete((_, failure) -> {
            if (failure != null) {
                failed.accept(failure);
                return;
            }
            List<Recorded> written;
            try {
                written = entries.stream().map(EventCodec::decode).toList();
            } catch (RuntimeException | Error e) {
                // nobody else would hear of it, and the run would wait for ever
                failed.accept(e);
                return;
            }
            durable.accept(written);
        });
    }
}

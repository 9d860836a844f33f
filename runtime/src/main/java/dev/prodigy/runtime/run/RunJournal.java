package dev.prodigy.runtime.run;

import dev.prodigy.engine.decide.RunDecider;
import dev.prodigy.engine.redact.Redactor;
import dev.prodigy.model.event.Recorded;
import dev.prodigy.runtime.event.EventCodec;
import dev.prodigy.runtime.journal.Durability;
import dev.prodigy.runtime.journal.JournalWriter;
import java.util.List;
import java.util.function.Consumer;

/// The event log of a live run: its journal. Texts are masked before they get there.
public final class RunJournal implements EventLog {
    private final JournalWriter writer;
    private final Redactor redactor;

    /// Appends to a journal that is open.
    public RunJournal(JournalWriter writer, Redactor redactor) {
        this.writer = writer;
        this.redactor = redactor;
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // both of its ends are passed on
    public void append(List<Recorded> events, Consumer<List<Recorded>> durable, Consumer<Throwable> failed) {
        var entries =
                events.stream().map(event -> EventCodec.encode(event, redactor)).toList();
        boolean terminal = events.stream().anyMatch(event -> RunDecider.isTerminal(event.event()));
        var done = terminal ? writer.append(entries, Durability.STRICT) : writer.append(entries);
        done.whenComplete((_, failure) -> {
            if (failure == null) {
                durable.accept(entries.stream().map(EventCodec::decode).toList());
            } else {
                failed.accept(failure);
            }
        });
    }
}

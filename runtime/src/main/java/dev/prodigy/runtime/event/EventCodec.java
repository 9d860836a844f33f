package dev.prodigy.runtime.event;

import dev.prodigy.engine.redact.Redactor;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.EventTypes;
import dev.prodigy.model.event.Recorded;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.runtime.journal.Entry;
import java.time.Duration;

/// Events as journal entries, and back (spec 05 §5.2, §6): context and body stand side by side in one flat object.
public final class EventCodec {
    private EventCodec() {}

    /// @return the entry, every text in it masked
    public static Entry encode(Recorded recorded, Redactor redactor) {
        var fields = new FieldsWriter();
        recorded.context().write(fields);
        fields.putAll(recorded.event().body());
        return new Entry(
                recorded.seq(),
                recorded.timestamp(),
                recorded.elapsed().toMillis(),
                recorded.event().type(),
                recorded.runId(),
                recorded.cause(),
                redactor.redact(fields.done()));
    }

    /// @return the event that was written as this entry; values that went to a segment are still references
    public static Recorded decode(Entry entry) {
        return new Recorded(
                entry.seq(),
                entry.timestamp(),
                Duration.ofMillis(entry.elapsedMs()),
                entry.runId(),
                entry.cause(),
                Context.read(entry.fields()),
                EventTypes.read(entry.eventType(), entry.fields()));
    }
}

package dev.prodigy.runtime.event;

import dev.prodigy.engine.redact.Redactor;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.EventTypes;
import dev.prodigy.model.event.Recorded;
import dev.prodigy.model.event.RunEvent;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.journal.Entry;
import dev.prodigy.runtime.journal.SegmentReader;
import dev.prodigy.runtime.journal.SegmentRef;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/// Events as journal entries, and back (spec 05 §5.2, §6): context and body stand side by side in one flat object.
public final class EventCodec {
    /// Members of events that a resume takes over: what a step came to, what a list reacted to, what an item's steps
    /// left to its handler, what a run was started with.
    private static final List<String> TAKEN_OVER = List.of("captured", "after", "left", "settings");

    private static final String ERROR = "error";
    private static final String OVERRIDES = "overrides";
    private static final Set<String> RESULT = Set.of("result");
    private static final Set<String> RESULT_AND_STEPS = Set.of("result", "steps");

    private EventCodec() {}

    /// @return the entry, every text in it masked that came from the world: the journal of a run whose secret is
    ///     `item` can still be folded
    public static Entry encode(Recorded recorded, Redactor redactor) {
        var fields = new FieldsWriter();
        recorded.context().write(fields);
        var type = recorded.event().type();
        var plain = recorded.event().body();
        fields.putAll(noted(plain, redactor.redactDocument(type, plain)));
        return new Entry(
                recorded.seq(),
                recorded.timestamp(),
                recorded.elapsed().toMillis(),
                type,
                recorded.runId(),
                recorded.cause(),
                fields.done());
    }

    /// A resume must not take a mask for what steps have given, nor for what the run was given (spec 05 §9).
    private static Value.Fields noted(Value.Fields plain, Value.Fields masked) {
        var noted = new FieldsWriter().putAll(masked);
        boolean isErrorMasked = isMasked(ERROR, plain, masked);
        for (var member : TAKEN_OVER) {
            if (masked.get(member) instanceof Value.Fields fields
                    && !fields.members().isEmpty()
                    && (isErrorMasked || isMasked(member, plain, masked))) {
                var marked = new FieldsWriter().putAll(fields).put(StepEvent.MASKED, true);
                noted.put(member, marked.done());
            }
        }
        if (plain.get(OVERRIDES) instanceof Value.Fields given
                && masked.get(OVERRIDES) instanceof Value.Fields stored) {
            noted.put(OVERRIDES, withMaskedParams(given, stored));
        }
        return withMaskedParams(plain, noted.done());
    }

    /// Parameters are named by people, so that no mark can stand among them.
    private static Value.Fields withMaskedParams(Value.Fields plain, Value.Fields masked) {
        if (isMasked("params", plain, masked)
                && plain.get("params") instanceof Value.Fields given
                && masked.get("params") instanceof Value.Fields stored
                && masked.get("settings") instanceof Value.Fields settings) {
            var names = given.members().keySet().stream()
                    .filter(name -> isMasked(name, given, stored))
                    .toList();
            var noted = new FieldsWriter()
                    .putAll(settings)
                    .put(RunEvent.Started.MASKED_PARAMS, names)
                    .done();
            return new FieldsWriter().putAll(masked).put("settings", noted).done();
        }
        return masked;
    }

    private static boolean isMasked(String member, Value.Fields plain, Value.Fields masked) {
        return !Objects.equals(plain.get(member), masked.get(member));
    }

    /// Reads back what went to a segment, whatever member it is, but an item's result and what its steps came to: those
    /// are many and large, and are read when they are needed.
    ///
    /// @return the event that was written as this entry
    /// @throws dev.prodigy.runtime.journal.JournalDamaged when a segment does not hold what the journal says
    public static Recorded decode(Entry entry, SegmentReader segments) {
        return decode(entry, segments, RESULT_AND_STEPS);
    }

    /// Reads back what {@link #decode(Entry, SegmentReader)} does, and what the steps of an item came to.
    ///
    /// @return the event that was written as this entry
    /// @throws dev.prodigy.runtime.journal.JournalDamaged when a segment does not hold what the journal says
    public static Recorded decodeWithSteps(Entry entry, SegmentReader segments) {
        return decode(entry, segments, RESULT);
    }

    /// @param readLater members of the end of an item's attempt that stay where they are
    private static Recorded decode(Entry entry, SegmentReader segments, Set<String> readLater) {
        if (!entry.eventType().equals("agent_completed") && !entry.eventType().equals("agent_failed")) {
            return decode(entry.with(segments.resolve(entry.fields())));
        }
        boolean isWhole = true;
        for (var member : entry.fields().members().entrySet()) {
            isWhole &= !SegmentRef.isMistakable(member.getValue()) || readLater.contains(member.getKey());
        }
        if (isWhole) {
            return decode(entry);
        }
        var members = new LinkedHashMap<String, Value>();
        entry.fields()
                .members()
                .forEach(
                        (name, value) -> members.put(name, readLater.contains(name) ? value : segments.resolve(value)));
        return decode(entry.with(new Value.Fields(members)));
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

package dev.prodigy.runtime.journal;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.prodigy.lang.json.JsonSyntax;
import dev.prodigy.model.value.Value;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// A valid journal line, as a {@link JournalReader} stands on it. It changes when the reader goes on; what must
/// last is taken from it before.
///
/// The envelope is read already. Fields are found where they stand, without building the others: a fold over
/// millions of events asks {@link #text} and {@link #number} and keeps its heap.
public final class Line {
    private final Envelope envelope;
    private final FieldIndex index = new FieldIndex();
    private Path file = Path.of("");
    private long number;
    private long offset;
    private boolean indexed;

    Line(Envelope envelope) {
        this.envelope = envelope;
    }

    /// Takes over the line that the envelope was read from.
    void stand(Path newFile, long newNumber, long newOffset) {
        file = newFile;
        number = newNumber;
        offset = newOffset;
        indexed = false;
    }

    /// @return the event's number in the run, from 1
    public long seq() {
        return envelope.seq;
    }

    /// @return what the clock said
    public Instant timestamp() {
        return Instant.ofEpochMilli(envelope.epochMillis);
    }

    /// @return the run clock in milliseconds
    public long elapsedMs() {
        return envelope.elapsedMs;
    }

    /// @return the event's name
    public String eventType() {
        return envelope.eventType;
    }

    /// @return the run's id
    public String runId() {
        return envelope.runId;
    }

    /// @return the file the line stands in
    public Path file() {
        return file;
    }

    /// @return the line's number in its file, from 1
    public long lineNumber() {
        return number;
    }

    /// @return the first byte's position in the (unpacked) file
    public long offset() {
        return offset;
    }

    /// @return whether the event has a field of this name, `null` or not
    /// @throws JournalDamaged when the line's checksum is right but its JSON is not
    public boolean has(String name) {
        return member(name) >= 0;
    }

    /// @return a field's text; null when it is absent or no string
    /// @throws JournalDamaged when the line's checksum is right but its JSON is not
    public @Nullable String text(String name) {
        int member = member(name);
        if (member < 0) {
            return null;
        }
        var plain = index.plainText(member);
        return plain == null && value(name) instanceof Value.Text(String text) ? text : plain;
    }

    /// @return a field's integer
    /// @param absent the answer when it is absent or no integer of 64 bits
    /// @throws JournalDamaged when the line's checksum is right but its JSON is not
    public long number(String name, long absent) {
        int member = member(name);
        return member < 0 ? absent : index.integer(member, absent);
    }

    /// @return whether a field is `true`
    /// @throws JournalDamaged when the line's checksum is right but its JSON is not
    public boolean isTrue(String name) {
        int member = member(name);
        return member >= 0 && index.isTrue(member);
    }

    /// @return one field; null (the Java one) when it is absent
    /// @throws JournalDamaged when the line's checksum is right but its JSON is not
    public @Nullable Value value(String name) {
        int member = member(name);
        try {
            return member < 0 ? null : index.value(member);
        } catch (JsonSyntax e) {
            throw damaged(e.getMessage());
        }
    }

    /// @return the whole event, which stays when the reader goes on
    /// @throws JournalDamaged when the line's checksum is right but its JSON is not
    public Entry entry() {
        begin();
        index.readRest();
        requireSound();
        try {
            var members = index.members();
            var cause = members.remove("cause") instanceof Value.Num(var number) ? number.longValue() : null;
            var fields = new Value.Fields(members);
            return new Entry(seq(), timestamp(), elapsedMs(), eventType(), runId(), cause, fields);
        } catch (JsonSyntax | IllegalArgumentException e) {
            throw damaged(e.getMessage());
        }
    }

    /// @return the line's text, without its end
    public byte[] bytes() {
        return Arrays.copyOfRange(envelope.bytes, envelope.from, envelope.to);
    }

    /// @return whether one of its fields may be a reference to a segment
    boolean mentionsSegment() {
        return SegmentRef.isMentioned(envelope.bytes, envelope.from, envelope.to);
    }

    @Override
    public String toString() {
        return new String(bytes(), UTF_8);
    }

    private int member(String name) {
        begin();
        int member = index.find(name);
        requireSound();
        return member;
    }

    private void begin() {
        if (!indexed) {
            index.begin(envelope.bytes, envelope.fieldsFrom, envelope.to - Seal.LENGTH);
            indexed = true;
        }
    }

    private void requireSound() {
        if (index.isMalformed()) {
            throw damaged("their borders are not where they should be");
        }
    }

    private JournalDamaged damaged(@Nullable String detail) {
        var words = "the fields are not JSON: " + detail;
        return new JournalDamaged(new Damage(file, number, offset, Damage.Kind.SYNTAX, words));
    }
}

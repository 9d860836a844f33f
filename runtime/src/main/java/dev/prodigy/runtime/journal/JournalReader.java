package dev.prodigy.runtime.journal;

import dev.prodigy.runtime.home.StorageFailure;
import dev.prodigy.runtime.home.StorageFailure.Reason;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/// Reads a run's journal from its first event to its last valid one, over all its files, and says how it ends.
///
/// ```
/// try (var reader = JournalReader.open(folder)) {
///     while (reader.next()) {
///         fold(reader.line());
///     }
///     reader.ending();
/// }
/// ```
///
/// Memory does not grow with the journal. Not safe for several threads.
public final class JournalReader implements AutoCloseable {
    private final Path folder;
    private final JournalLines lines;
    private final boolean anyStart;
    private final @Nullable ReferredValues values;
    private final Envelope envelope = new Envelope();
    private final Line line = new Line(envelope);
    private @Nullable JournalEnd ending;
    /// Of the last event read, as {@link Position} has them: an object for each line would be millions.
    private @Nullable Path file;

    private long offset;
    private long number;
    private long seq;
    private long elapsedMs;

    private JournalReader(
            Path folder,
            List<JournalFile> files,
            Position position,
            boolean anyStart,
            @Nullable ReferredValues values) {
        this.folder = folder;
        this.values = values;
        this.lines = new JournalLines(files, position);
        this.file = position.file();
        this.offset = position.offset();
        this.number = position.line();
        this.seq = position.seq();
        this.anyStart = anyStart;
    }

    /// Reads the journal in a run's folder, archived files included. While its salvage is not finished nothing can be
    /// read: files of the old journal have other names already, those of the new one not yet theirs.
    ///
    /// @throws StorageFailure when the folder cannot be read
    public static JournalReader open(Path folder) {
        return open(folder, null);
    }

    /// Reads the journal as {@link #open} does, and on the way the values that its events have in segments: where one
    /// is missing or wrong, the journal ends damaged, behind its last valid event.
    ///
    /// @throws StorageFailure when the folder cannot be read
    public static JournalReader openWhole(Path folder) {
        return open(folder, new ReferredValues(folder));
    }

    private static JournalReader open(Path folder, @Nullable ReferredValues values) {
        var reader = new JournalReader(folder, JournalFile.list(folder), Position.START, false, values);
        reader.ending =
                JournalSalvage.cutOff(folder).map(JournalEnd.Damaged::new).orElse(null);
        return reader;
    }

    /// Reads one journal file, whatever it is called and whatever `seq` it begins with. A name that ends with `.gz`
    /// means that it is packed.
    public static JournalReader openFile(Path file) {
        return new JournalReader(file, List.of(JournalFile.copied(file)), Position.START, true, null);
    }

    /// Reads the journal from the file on that holds an event. What lies before it is not looked at.
    ///
    /// @throws StorageFailure when the folder cannot be read
    public static JournalReader openAround(Path folder, long seq) {
        var files = JournalFile.list(folder);
        int first = Math.max(0, files.size() - 1);
        while (first > 0 && firstSeq(files.get(first)) > seq) {
            first--;
        }
        return new JournalReader(folder, files.subList(first, files.size()), Position.START, first > 0, null);
    }

    /// Goes on behind a line that was read before, looking at values as {@link #openWhole} does.
    static JournalReader openWholeAt(Path folder, Position position) {
        return openAt(folder, position, new ReferredValues(folder));
    }

    /// Goes on behind a line that was read before.
    static JournalReader openAt(Path folder, Position position) {
        return openAt(folder, position, null);
    }

    private static JournalReader openAt(Path folder, Position position, @Nullable ReferredValues values) {
        var files = JournalFile.list(folder).stream()
                .dropWhile(file -> position.file() != null && !file.path().equals(position.file()))
                .toList();
        return new JournalReader(folder, files, position, false, values);
    }

    /// Goes to the next event.
    ///
    /// @return false when there is none; {@link #ending} then says why
    /// @throws StorageFailure when a file cannot be read
    public boolean next() {
        if (ending == null) {
            try {
                ending = read();
            } catch (ZipException | EOFException e) {
                ending = new JournalEnd.Damaged(lines.brokenArchive(e));
            } catch (NotAFile _) {
                ending = new JournalEnd.Damaged(lines.damage(Damage.Kind.SYNTAX, NotAFile.DETAIL));
            } catch (IOException e) {
                throw StorageFailure.of("read", folder, e);
            }
        }
        return ending == null;
    }

    /// @return the event the reader stands on; the same object each time
    public Line line() {
        return line;
    }

    /// @return how the journal ends
    /// @throws IllegalStateException before {@link #next} returned false
    public JournalEnd ending() {
        if (ending == null) {
            throw new IllegalStateException("the journal has not been read to its end");
        }
        return ending;
    }

    /// @return the `seq` of the last event read; 0 before the first
    public long lastSeq() {
        return seq;
    }

    /// @return the run clock of the last event read, in milliseconds
    public long lastElapsedMs() {
        return elapsedMs;
    }

    /// Makes an ending that no writer can go on from an exception.
    ///
    /// @throws JournalDamaged when the journal is damaged, or has its torn tail in an archive, where it cannot be
    ///     cut
    /// @throws StorageFailure when it was written by a newer version of the program
    public void requireUsable() {
        switch (ending()) {
            case JournalEnd.Complete _ -> {}
            case JournalEnd.TornTail tail
            when JournalFile.isArchive(tail.file()) -> {
                var detail = "the archive ends with an unfinished line";
                throw new JournalDamaged(new Damage(tail.file(), 0, tail.offset(), Damage.Kind.SYNTAX, detail));
            }
            case JournalEnd.TornTail _ -> {}
            case JournalEnd.Damaged(var damage) -> throw new JournalDamaged(damage);
            case JournalEnd.Newer newer ->
                throw new StorageFailure(Reason.NEWER_VERSION, newer.file(), newer.describe(), null);
        }
    }

    @Override
    public void close() {
        lines.close();
        if (values != null) {
            values.close();
        }
    }

    /// @return the place behind the last event read
    Position position() {
        return new Position(file, offset, number, seq);
    }

    /// @return whether there are other bytes behind the last event than those the ending names
    boolean isBehind(Path journal) {
        long torn = ending() instanceof JournalEnd.TornTail tail ? tail.bytes() : 0;
        long behind = 0;
        for (var each : JournalFile.list(journal)) {
            boolean isLast = each.path().equals(file);
            boolean isLater = file == null || each.path().compareTo(file) > 0;
            long size = each.archived() ? 0 : each.path().toFile().length();
            behind += isLater ? size : isLast && !each.archived() ? size - offset : 0;
        }
        return behind != torn;
    }

    /// @return null when the next line is valid and the reader stands on it
    private @Nullable JournalEnd read() throws IOException {
        if (!lines.advance()) {
            return behindLast(new JournalEnd.Complete());
        }
        return switch (lines.read(envelope)) {
            case VALID -> checkSequence();
            case NEWER -> new JournalEnd.Newer(lines.file(), lines.number(), lines.offset(), envelope.version);
            case WRONG_SUM -> classify(lines.damage(Damage.Kind.CHECKSUM, "the checksum is wrong"));
            case NO_LINE -> classify(lines.damage(Damage.Kind.SYNTAX, "not a line of a journal"));
        };
    }

    private @Nullable JournalEnd checkSequence() {
        long expected = seq + 1;
        boolean first = anyStart && seq == 0;
        if (envelope.seq != expected && !first) {
            var detail = "seq " + envelope.seq + " where " + expected + " belongs";
            return new JournalEnd.Damaged(lines.damage(Damage.Kind.SEQUENCE, detail));
        }
        line.stand(lines.file(), lines.number(), lines.offset());
        file = lines.file();
        offset = lines.endOffset();
        number = lines.number();
        seq = envelope.seq;
        elapsedMs = envelope.elapsedMs;
        if (values != null) {
            values.take(line);
        }
        return null;
    }

    /// An invalid line is a torn tail unless a valid one stands behind it.
    private JournalEnd classify(Damage invalid) throws IOException {
        long bytes = 0;
        do {
            if ((bytes > 0 && JournalLines.isUsable(lines.read(envelope))) || lines.endsWithLine(envelope)) {
                return new JournalEnd.Damaged(invalid);
            }
            bytes += lines.endOffset() - lines.offset();
        } while (lines.advance());
        return behindLast(new JournalEnd.TornTail(invalid.file(), invalid.offset(), bytes));
    }

    /// @param end of events that are all valid
    private JournalEnd behindLast(JournalEnd end) {
        var damage = values == null ? null : values.damage();
        return damage == null ? end : new JournalEnd.Damaged(damage);
    }

    /// @return the number of a file's first event; more than any where it has none
    private static long firstSeq(JournalFile file) {
        try (var reader = openFile(file.path())) {
            return reader.next() ? reader.lastSeq() : Long.MAX_VALUE;
        }
    }
}

package dev.prodigy.runtime.journal;

import dev.prodigy.runtime.home.StorageFailure;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.zip.ZipException;

/// Looks at every line of a journal, damaged or not: what `fsck` reports and what a salvage can still find (spec
/// 05 §5.4). A torn tail shows as damage here; {@link JournalReader} tells which it is.
public final class JournalScan {
    private final Consumer<Line> valid;
    private final Consumer<Damage> damaged;
    private final Envelope envelope = new Envelope();
    private final Line line = new Line(envelope);
    private long expected = 1;
    /// Invalid lines since the last valid one: the numbers that they had are not missing beside them.
    private long broken;

    private JournalScan(Consumer<Line> valid, Consumer<Damage> damaged) {
        this.valid = valid;
        this.damaged = damaged;
    }

    /// Hands over each line with a right checksum, whatever its `seq`, and each place that is wrong, in the order
    /// of the files. A gap or repetition is told before the line that shows it;
    /// one that is of invalid lines is not told again.
    ///
    /// @param folder the run's folder
    /// @param valid gets the valid lines; one is valid during the call only
    /// @param damaged gets the wrong places
    /// @throws StorageFailure when a file cannot be read
    public static void scan(Path folder, Consumer<Line> valid, Consumer<Damage> damaged) {
        var scan = new JournalScan(valid, damaged);
        for (var file : JournalFile.list(folder)) {
            scan.scan(file);
        }
    }

    private void scan(JournalFile file) {
        try (var lines = new JournalLines(List.of(file), Position.START)) {
            try {
                while (lines.advance()) {
                    judge(lines);
                }
            } catch (ZipException | EOFException e) {
                damaged.accept(lines.brokenArchive(e));
            } catch (NotAFile _) {
                damaged.accept(lines.damage(Damage.Kind.SYNTAX, NotAFile.DETAIL));
            }
        } catch (IOException e) {
            throw StorageFailure.of("read", file.path(), e);
        }
    }

    private void judge(JournalLines lines) {
        switch (lines.read(envelope)) {
            case VALID -> hand(lines);
            case NEWER ->
                damaged.accept(lines.damage(Damage.Kind.SYNTAX, "a newer version (" + envelope.version + ")"));
            case WRONG_SUM -> invalid(lines, lines.damage(Damage.Kind.CHECKSUM, "the checksum is wrong"));
            case NO_LINE -> invalid(lines, lines.damage(Damage.Kind.SYNTAX, "not a line of a journal"));
        }
    }

    private void invalid(JournalLines lines, Damage damage) {
        damaged.accept(damage);
        broken++;
        if (lines.endsWithLine(envelope)) {
            hand(lines);
        }
    }

    private void hand(JournalLines lines) {
        boolean isExplained = envelope.seq > expected && envelope.seq - expected <= broken;
        if (envelope.seq != expected && !isExplained) {
            var detail = "seq " + envelope.seq + " where " + expected + " belongs";
            damaged.accept(lines.damage(Damage.Kind.SEQUENCE, detail));
        }
        expected = envelope.seq + 1;
        broken = 0;
        line.stand(lines.file(), lines.number(), lines.offset());
        valid.accept(line);
    }
}

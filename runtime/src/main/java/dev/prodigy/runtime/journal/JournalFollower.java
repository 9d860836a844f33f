package dev.prodigy.runtime.journal;

import dev.prodigy.runtime.home.StorageFailure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/// Reads a journal that another process is writing: what is there, then at each call what has come (`events
/// follow`, spec 05 §2.4). Not safe for several threads.
public final class JournalFollower {
    private final Path folder;
    private final boolean whole;
    private Position position = Position.START;
    private long unfinishedAt = -1;

    /// @param folder the run's folder
    public JournalFollower(Path folder) {
        this(folder, false);
    }

    private JournalFollower(Path folder, boolean whole) {
        this.folder = folder;
        this.whole = whole;
    }

    /// @param folder the run's folder
    /// @return one that looks at the values in segments, too, of the events it hands over, as
    ///     {@link JournalReader#openWhole} does
    public static JournalFollower ofWhole(Path folder) {
        return new JournalFollower(folder, true);
    }

    /// Hands over the events that came since the last call, each once and in order.
    ///
    /// @param each gets the events; a line is valid during the call only
    /// @return complete: everything so far; torn tail: the writer is in the midst of a line, or died there; else
    ///     what no further call will mend
    /// @throws StorageFailure when a file cannot be read
    public JournalEnd poll(Consumer<Line> each) {
        boolean anew = position.file() != null && !Files.exists(position.file());
        var ending = read(each, anew ? Position.START : position);
        return switch (ending) {
            case JournalEnd.Complete _ -> {
                unfinishedAt = -1;
                yield ending;
            }
            case JournalEnd.TornTail tail
            when tail.offset() != unfinishedAt -> {
                unfinishedAt = tail.offset();
                yield ending;
            }
            // A writer may have cut lines that it never acknowledged and written others over them: only the whole file
            // tells.
            case JournalEnd.TornTail _, JournalEnd.Damaged _ -> read(each, Position.START);
            case JournalEnd.Newer _ -> ending;
        };
    }

    private JournalEnd read(Consumer<Line> each, Position from) {
        long seen = position.seq();
        try (var reader = whole ? JournalReader.openWholeAt(folder, from) : JournalReader.openAt(folder, from)) {
            while (reader.next()) {
                if (reader.lastSeq() > seen) {
                    each.accept(reader.line());
                    position = reader.position();
                }
            }
            return reader.ending();
        }
    }
}

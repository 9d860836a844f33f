package dev.prodigy.runtime.journal;

import dev.prodigy.lang.json.JsonSyntax;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.home.StorageFailure;
import java.io.EOFException;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Reads a run's work items by their index, from any number of items with a small part of their size in memory.
///
/// Files are read on from where they were read before: items asked for in order cost one pass. Every line on the
/// way is checked. Safe for several threads.
public final class ItemSegments implements AutoCloseable {
    /// An item's JSON has at most 1 MiB; the rest is for what stands beside it.
    static final int MAX_LINE = 64 << 20;

    private final Path folder;
    private final List<String> files;
    private final long count;
    /// Of each file opened so far, where it begins when all are laid end to end, and its first item.
    private final long[] firstOffsets;

    private final long[] firstItems;
    private final Seal seal = new Seal();
    private final FieldIndex fields = new FieldIndex();
    private final SparseIndex index = new SparseIndex();
    private @Nullable LineSource source;
    private int current;
    /// The item that the source's next line is.
    private long next;
    /// The first item whose place is not known.
    private long unseen;

    /// @param folder the run's folder
    /// @param files as `work_items_loaded` lists them under `segments`
    /// @param count how many items they hold
    public ItemSegments(Path folder, List<String> files, long count) {
        this.folder = folder;
        this.files = List.copyOf(files);
        this.count = count;
        this.firstOffsets = new long[files.size() + 1];
        this.firstItems = new long[files.size() + 1];
    }

    /// @return how many items there are
    public long count() {
        return count;
    }

    /// @param item its index, from 0
    /// @return the item as it was added
    /// @throws JournalDamaged when a segment does not hold what the journal says
    /// @throws StorageFailure when it cannot be read
    public synchronized Value.Fields read(long item) {
        if (item < 0 || item >= count) {
            throw new IndexOutOfBoundsException("item " + item + " of " + count);
        }
        reach(item);
        return parse(item);
    }

    /// Reads every line once and keeps none of them: checksums, order and number of the items (spec 05 §5.4).
    ///
    /// @throws JournalDamaged at the first place that is not what the journal says
    /// @throws StorageFailure when a segment cannot be read
    public synchronized void check() {
        for (long item = 0; item < count; item++) {
            reach(item);
            requireLineOf(item);
        }
    }

    @Override
    public synchronized void close() {
        try {
            if (source != null) {
                source.close();
                source = null;
            }
        } catch (IOException e) {
            throw StorageFailure.of("close", path(), e);
        }
    }

    /// Makes an item's line the source's current one.
    private void reach(long item) {
        if (files.isEmpty()) {
            throw new JournalDamaged(new Damage(folder, 0, 0, Damage.Kind.SEGMENT, "no segment holds the items"));
        }
        try {
            int mark = index.floor(item);
            if (source == null || next > item || (mark >= 0 && index.line(mark) > next)) {
                open(mark);
            }
            while (next <= item) {
                advance();
            }
        } catch (FileNotFoundException | EOFException e) {
            throw damaged(next, 0, "cannot be read: " + e.getMessage());
        } catch (IOException e) {
            throw StorageFailure.of("read", path(), e);
        }
    }

    /// @param mark where to go on; negative for the beginning
    private void open(int mark) throws IOException {
        close();
        long offset = mark < 0 ? 0 : index.offset(mark);
        next = mark < 0 ? 0 : index.line(mark);
        current = 0;
        while (firstItems[current + 1] > 0 && firstItems[current + 1] <= next) {
            current++;
        }
        source = openAt(offset - firstOffsets[current]);
    }

    /// Goes to the next line, in the next file where one ends.
    private void advance() throws IOException {
        var lines = Objects.requireNonNull(source);
        boolean newFile = false;
        while (!lines.advance()) {
            if (current == files.size() - 1) {
                throw damaged(next, lines.endOffset(), "items are missing at its end");
            }
            firstOffsets[current + 1] = firstOffsets[current] + lines.endOffset();
            firstItems[current + 1] = next;
            close();
            current++;
            newFile = true;
            lines = openAt(0);
            source = lines;
        }
        boolean sealed = lines.isWhole() && Seal.isSealed(lines.buffer(), lines.from(), lines.to());
        if (!sealed || !seal.holds(lines.buffer(), lines.from(), lines.to())) {
            throw damaged(next, lines.offset(), sealed ? "the checksum is wrong" : "not a line of a segment");
        }
        if (next >= unseen) {
            index.note(next, firstOffsets[current] + lines.offset());
            unseen = next + 1;
        }
        next++;
        if (newFile) {
            // Shows whether the file before lost whole lines.
            requireLineOf(next - 1);
        }
    }

    private Value.Fields parse(long item) {
        requireLineOf(item);
        try {
            var members = fields.members();
            members.remove("index");
            return new Value.Fields(members);
        } catch (JsonSyntax e) {
            throw damaged(item, Objects.requireNonNull(source).offset(), "not JSON: " + e.getMessage());
        }
    }

    /// Indexes the current line, which has to be that of an item.
    private void requireLineOf(long item) {
        var lines = Objects.requireNonNull(source);
        if (!JournalFormat.readSegmentLine(fields, lines.buffer(), lines.from(), lines.to())) {
            throw damaged(item, lines.offset(), "not a line of a segment");
        }
        int number = fields.find("index");
        if (number < 0 || fields.integer(number, -1) != item) {
            throw damaged(item, lines.offset(), "not item " + item);
        }
    }

    private LineSource openAt(long offset) throws IOException {
        if (!Segments.isName(files.get(current))) {
            throw damaged(next, 0, "not the name of a segment");
        }
        var in = new FileInputStream(path().toFile());
        in.skipNBytes(offset);
        return new LineSource(in, offset, MAX_LINE);
    }

    private Path path() {
        return folder.resolve(files.get(current));
    }

    private JournalDamaged damaged(long item, long offset, String detail) {
        long line = item - firstItems[current] + 1;
        return new JournalDamaged(new Damage(path(), line, offset, Damage.Kind.SEGMENT, detail));
    }
}

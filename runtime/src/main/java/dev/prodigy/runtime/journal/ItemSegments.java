package dev.prodigy.runtime.journal;

import dev.prodigy.lang.json.JsonSyntax;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.home.StorageFailure;
import java.io.EOFException;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads a run's work items by their index, from any number of items with a small part of their size in memory.
///
/// Files are read on from where they were read before: items asked for in order cost one pass. Every line on the
/// way is checked. Safe for several threads.
public final class ItemSegments implements AutoCloseable {
    /// An item's JSON has at most 1 MiB; the rest is for what stands beside it.
    private static final int MAX_LINE = 64 << 20;

    private final Path folder;
    private final List<ItemSegment> segments;
    private final long[] firstOffsets;
    private final long count;
    private final Seal seal = new Seal();
    private final SparseIndex index = new SparseIndex();
    private @Nullable LineSource source;
    private int segment;
    /// The item that the source's next line is.
    private long next;
    /// The first item that no mark was looked for.
    private long unseen;

    /// @param folder the run's folder
    /// @param segments as `work_items_loaded` lists them
    public ItemSegments(Path folder, List<ItemSegment> segments) {
        this.folder = folder;
        this.segments = List.copyOf(segments);
        this.firstOffsets = new long[segments.size() + 1];
        for (int i = 0; i < segments.size(); i++) {
            firstOffsets[i + 1] = firstOffsets[i] + segments.get(i).length();
        }
        this.count = segments.stream().mapToLong(ItemSegment::items).sum();
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
        try {
            int mark = index.floor(item);
            if (source == null || next > item || (mark >= 0 && index.line(mark) > next)) {
                open(mark);
            }
            while (next <= item) {
                advance();
            }
            return parse(item);
        } catch (NoSuchFileException | FileNotFoundException | EOFException e) {
            throw damaged(0, "cannot be read: " + e.getMessage());
        } catch (IOException e) {
            throw StorageFailure.of("read", path(), e);
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

    /// @param mark where to go on; negative for the beginning
    private void open(int mark) throws IOException {
        close();
        long offset = mark < 0 ? 0 : index.offset(mark);
        next = mark < 0 ? 0 : index.line(mark);
        segment = 0;
        while (offset >= firstOffsets[segment + 1]) {
            segment++;
        }
        source = openAt(offset - firstOffsets[segment]);
    }

    /// Goes to the next line, in the next file where one ends.
    private void advance() throws IOException {
        var lines = Objects.requireNonNull(source);
        while (!lines.advance()) {
            close();
            segment++;
            if (segment == segments.size()) {
                segment--;
                throw damaged(0, "items are missing at its end");
            }
            lines = openAt(0);
            source = lines;
        }
        boolean sealed = lines.isWhole() && Seal.isSealed(lines.buffer(), lines.from(), lines.to());
        if (!sealed || !seal.holds(lines.buffer(), lines.from(), lines.to())) {
            throw damaged(lines.offset(), sealed ? "the checksum is wrong" : "not a line of a segment");
        }
        if (next >= unseen) {
            index.note(next, firstOffsets[segment] + lines.offset());
            unseen = next + 1;
        }
        next++;
    }

    private Value.Fields parse(long item) {
        var lines = Objects.requireNonNull(source);
        SequencedMap<String, Value> members;
        try {
            members = Format.members(lines.buffer(), lines.from(), lines.to(), Set.of("v", "crc"));
        } catch (JsonSyntax e) {
            throw damaged(lines.offset(), "not JSON: " + e.getMessage());
        }
        if (!Value.of(item).equals(members.remove("index"))) {
            throw damaged(lines.offset(), "not item " + item);
        }
        return new Value.Fields(members);
    }

    private LineSource openAt(long offset) throws IOException {
        if (Files.size(path()) != segments.get(segment).length()) {
            throw damaged(0, "it has not the " + segments.get(segment).length() + " bytes that were written");
        }
        var in = new FileInputStream(path().toFile());
        in.skipNBytes(offset);
        return new LineSource(in, offset, MAX_LINE);
    }

    private Path path() {
        return folder.resolve(segments.get(segment).file());
    }

    private JournalDamaged damaged(long offset, String detail) {
        long line = next + 1;
        for (int i = 0; i < segment; i++) {
            line -= segments.get(i).items();
        }
        return new JournalDamaged(new Damage(path(), line, offset, Damage.Kind.SEGMENT, detail));
    }
}

package dev.prodigy.runtime.journal;

import dev.prodigy.lang.json.JsonSyntax;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.home.StorageFailure;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.LinkedHashMap;

/// Reads back the values that went to a run's segments. Keeps a few files open; safe for several threads.
public final class SegmentReader implements AutoCloseable {
    private static final int MAX_OPEN = 8;

    private final Path folder;
    private final Seal seal = new Seal();
    private final FieldIndex index = new FieldIndex();
    private final LinkedHashMap<String, RandomAccessFile> open = new LinkedHashMap<>(16, 0.75f, true);

    /// @param folder the run's folder
    public SegmentReader(Path folder) {
        this.folder = folder;
    }

    /// @return the fields of an event with the values in place of references
    /// @throws JournalDamaged when a segment does not hold what the journal says
    /// @throws StorageFailure when it cannot be read
    public Value.Fields resolve(Value.Fields fields) {
        if (!mentionsSegment(fields)) {
            return fields;
        }
        var members = new LinkedHashMap<String, Value>();
        fields.members().forEach((name, value) -> members.put(name, resolve(value)));
        return new Value.Fields(members);
    }

    private static boolean mentionsSegment(Value.Fields fields) {
        for (var value : fields.members().values()) {
            if (SegmentRef.isMistakable(value)) {
                return true;
            }
        }
        return false;
    }

    /// @return the value of a reference; any other value as it is
    /// @throws JournalDamaged when a segment does not hold what the journal says
    /// @throws StorageFailure when it cannot be read
    public Value resolve(Value value) {
        return SegmentRef.of(value).map(this::read).orElse(value);
    }

    /// @return the value that a reference names
    /// @throws JournalDamaged when the segment does not hold what the journal says
    /// @throws StorageFailure when it cannot be read
    public synchronized Value read(SegmentRef ref) {
        var line = sealed(ref);
        int member = JournalFormat.readSegmentLine(index, line, 0, line.length) ? index.find("value") : -1;
        if (member < 0) {
            throw damaged(ref, "not a line with a value");
        }
        try {
            return index.value(member);
        } catch (JsonSyntax e) {
            throw damaged(ref, "not JSON: " + e.getMessage());
        }
    }

    /// Looks whether what a reference names is there, without making a value of it.
    ///
    /// @throws JournalDamaged when the segment does not hold what the journal says
    /// @throws StorageFailure when it cannot be read
    synchronized void check(SegmentRef ref) {
        sealed(ref);
    }

    @Override
    public synchronized void close() {
        try {
            for (var file : open.values()) {
                file.close();
            }
            open.clear();
        } catch (IOException e) {
            throw StorageFailure.of("close", folder, e);
        }
    }

    private byte[] sealed(SegmentRef ref) {
        var line = bytes(ref);
        if (!Seal.isSealed(line, 0, line.length) || Seal.written(line, line.length) != ref.crc()) {
            throw damaged(ref, "no line with the checksum of the journal's reference");
        }
        if (!seal.holds(line, 0, line.length)) {
            throw damaged(ref, "the checksum is wrong");
        }
        return line;
    }

    private byte[] bytes(SegmentRef ref) {
        if (!Segments.isName(ref.file())) {
            throw damaged(ref, "not the name of a segment");
        }
        try {
            var file = file(ref.file());
            long size = file.length();
            if (ref.offset() < 0 || ref.length() < 0 || ref.offset() > size - ref.length()) {
                throw damaged(ref, "it has only " + size + " bytes");
            }
            var line = new byte[ref.length()];
            file.seek(ref.offset());
            file.readFully(line);
            return line;
        } catch (FileNotFoundException e) {
            throw damaged(ref, "cannot be opened: " + e.getMessage());
        } catch (IOException e) {
            throw StorageFailure.of("read", folder.resolve(ref.file()), e);
        }
    }

    /// A plain file: a channel would be closed by the interrupt of any thread that reads.
    private RandomAccessFile file(String name) throws IOException {
        var file = open.get(name);
        if (file == null) {
            if (open.size() == MAX_OPEN) {
                var oldest = open.pollFirstEntry();
                oldest.getValue().close();
            }
            file = new RandomAccessFile(folder.resolve(name).toFile(), "r");
            open.put(name, file);
        }
        return file;
    }

    private JournalDamaged damaged(SegmentRef ref, String detail) {
        return new JournalDamaged(new Damage(folder.resolve(ref.file()), 0, ref.offset(), Damage.Kind.SEGMENT, detail));
    }
}

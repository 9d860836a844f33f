package dev.prodigy.runtime.journal;

import dev.prodigy.runtime.home.StorageFailure;
import java.io.EOFException;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/// Reads single lines of a journal again, by places that an earlier reading noted. So what is large can
/// stay on the disk. Not safe for several threads.
public final class JournalLookup implements AutoCloseable {
    private static final int OFFSET_BITS = 40;
    private static final int FIRST_READ = 4 << 10;

    private final Path folder;
    private final List<JournalFile> files;
    private final List<@Nullable RandomAccessFile> open = new ArrayList<>();
    private final Envelope envelope = new Envelope();
    private final Line line = new Line(envelope);

    /// @param folder the run's folder
    /// @throws StorageFailure when it cannot be read
    public JournalLookup(Path folder) {
        this.folder = folder;
        this.files = JournalFile.list(folder);
        files.forEach(_ -> open.add(null));
    }

    /// @param read a line of this journal, in a file that was there when this was made
    /// @return its place; negative in a file that came later
    public long place(Line read) {
        for (int i = files.size() - 1; i >= 0; i--) {
            if (files.get(i).path().equals(read.file())) {
                return ((long) i << OFFSET_BITS) | read.offset();
            }
        }
        return -1;
    }

    /// @param place as {@link #place} gave it
    /// @return the line; the same object each time
    /// @throws JournalDamaged when it is not there any more
    /// @throws StorageFailure when the file cannot be read
    public Line at(long place) {
        int number = (int) (place >> OFFSET_BITS);
        long offset = place & ((1L << OFFSET_BITS) - 1);
        var path = files.get(number).path();
        try {
            var bytes = bytes(file(number), offset);
            if (bytes.length == 0 || envelope.read(bytes, 0, bytes.length) != Envelope.Verdict.VALID) {
                throw new JournalDamaged(
                        new Damage(path, 0, offset, Damage.Kind.CHECKSUM, "the line has changed since it was read"));
            }
        } catch (IOException e) {
            throw StorageFailure.of("read", path, e);
        }
        line.stand(path, 0, offset);
        return line;
    }

    @Override
    public void close() {
        try {
            for (var file : open) {
                if (file != null) {
                    file.close();
                }
            }
        } catch (IOException e) {
            throw StorageFailure.of("close", folder, e);
        }
    }

    private RandomAccessFile file(int number) throws IOException {
        var opened = open.get(number);
        if (opened == null) {
            var file = files.get(number);
            opened = file.archived()
                    ? unpacked(file)
                    : new RandomAccessFile(file.path().toFile(), "r");
            open.set(number, opened);
        }
        return opened;
    }

    /// An archive has no places to jump to; what is unpacked has a name only for a moment. Of a broken one the
    /// part before the break is there, which is what the earlier reading saw.
    private static RandomAccessFile unpacked(JournalFile file) throws IOException {
        var temporary = Files.createTempFile("prodigy-events", ".jsonl");
        try {
            unpack(file, temporary);
            return new RandomAccessFile(new File(temporary.toString()), "r");
        } finally {
            Files.delete(temporary);
        }
    }

    private static void unpack(JournalFile archive, Path target) throws IOException {
        try (var out = Files.newOutputStream(target)) {
            try (var in = archive.open(0)) {
                in.transferTo(out);
            } catch (ZipException | EOFException _) {
                // told by whoever reads the journal to its end
            }
        }
    }

    private static byte[] bytes(RandomAccessFile file, long offset) throws IOException {
        for (int look = FIRST_READ; ; look *= 8) {
            var bytes = new byte[(int) Math.min(look, Math.max(0, file.length() - offset))];
            file.seek(offset);
            file.readFully(bytes);
            for (int end = 0; end < bytes.length; end++) {
                if (bytes[end] == '\n') {
                    return Arrays.copyOf(bytes, end);
                }
            }
            if (bytes.length < look || look > JournalFormat.MAX_LINE) {
                return new byte[0];
            }
        }
    }
}

package dev.prodigy.runtime.journal;

import dev.prodigy.runtime.home.StorageFailure;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.Optional;

/// Looks at the end of a journal only: enough to know whether a view is as new as it.
public final class JournalTail {
    private static final int FIRST_LOOK = 16 << 10;
    private static final long UNKNOWN = -1;

    private JournalTail() {}

    /// @param folder the run's folder
    /// @return the `seq` of the last valid line; negative when only reading the whole journal tells
    /// @throws StorageFailure when the file cannot be read
    public static long lastSeq(Path folder) {
        var files = JournalFile.list(folder);
        if (files.isEmpty() || files.getLast().archived() || files.getLast().isSomethingElse()) {
            return UNKNOWN;
        }
        var path = files.getLast().path();
        try (var file = new RandomAccessFile(path.toFile(), "r")) {
            for (long look = FIRST_LOOK; ; look *= 8) {
                long seq = lastSeq(file, look);
                if (seq != UNKNOWN || look >= file.length() || look > 2L * JournalFormat.MAX_LINE) {
                    return seq;
                }
            }
        } catch (IOException e) {
            throw StorageFailure.of("read", path, e);
        }
    }

    /// @param folder the run's folder
    /// @return the damage, where something else lies in place of a journal file; no file is opened
    /// @throws StorageFailure when the folder cannot be read
    public static Optional<Damage> notAFile(Path folder) {
        return JournalFile.list(folder).stream()
                .filter(JournalFile::isSomethingElse)
                .map(file -> new Damage(file.path(), 0, 0, Damage.Kind.SYNTAX, NotAFile.DETAIL))
                .findFirst();
    }

    private static long lastSeq(RandomAccessFile file, long look) throws IOException {
        int length = (int) Math.min(look, file.length());
        var bytes = new byte[length];
        file.seek(file.length() - length);
        file.readFully(bytes);
        var envelope = new Envelope();
        int end = lastBreak(bytes, length);
        while (end >= 0) {
            int begin = lastBreak(bytes, end) + 1;
            boolean whole = begin > 0 || length == file.length();
            if (whole && envelope.read(bytes, begin, end) == Envelope.Verdict.VALID) {
                return envelope.seq;
            }
            end = begin - 1;
        }
        return UNKNOWN;
    }

    /// @return the last line end before a place, or -1
    private static int lastBreak(byte[] bytes, int before) {
        int at = before - 1;
        while (at >= 0 && bytes[at] != '\n') {
            at--;
        }
        return at;
    }
}

package dev.prodigy.runtime.journal;

import dev.prodigy.runtime.home.Disk;
import dev.prodigy.runtime.home.StorageFailure;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Looks at the end of a journal only: enough to know whether a view is as new as it.
public final class JournalTail {
    private static final int FIRST_LOOK = 16 << 10;
    private static final long MOST_LOOKED_AT = 2L * JournalFormat.MAX_LINE;
    private static final long UNKNOWN = -1;

    private JournalTail() {}

    /// The last valid line of a journal.
    ///
    /// @param file which holds it
    /// @param seq its number
    /// @param offset behind it
    /// @param torn bytes that stand behind it, later files included
    public record Last(Path file, long seq, long offset, long torn) {}

    /// @param folder the run's folder
    /// @return the `seq` of the last valid line; negative when only reading the whole journal tells
    /// @throws StorageFailure when the file cannot be read
    public static long lastSeq(Path folder) {
        var files = JournalFile.list(folder);
        var found = files.isEmpty() ? null : lastOf(files.getLast());
        return found == null ? UNKNOWN : found.seq();
    }

    /// @param folder the run's folder
    /// @return the last valid line; empty when only reading the whole journal tells, or there is none
    /// @throws StorageFailure when a file cannot be read
    public static Optional<Last> last(Path folder) {
        long torn = 0;
        for (var file : JournalFile.list(folder).reversed()) {
            var found = lastOf(file);
            if (found != null) {
                return Optional.of(new Last(found.file(), found.seq(), found.offset(), found.torn() + torn));
            }
            torn += file.path().toFile().length();
            if (file.archived() || torn > MOST_LOOKED_AT) {
                return Optional.empty();
            }
        }
        return Optional.empty();
    }

    /// Makes durable what the newest file holds; those before it are since it was begun.
    ///
    /// @param folder the run's folder
    /// @throws StorageFailure when that fails
    public static void force(Disk disk, Path folder) {
        var files = Files.isDirectory(folder) ? JournalFile.list(folder) : List.<JournalFile>of();
        if (files.isEmpty() || files.getLast().archived() || files.getLast().isSomethingElse()) {
            return;
        }
        var path = files.getLast().path();
        try (var file = disk.open(path)) {
            file.force();
        } catch (IOException e) {
            throw StorageFailure.of("force", path, e);
        }
    }

    private static @Nullable Last lastOf(JournalFile journal) {
        if (journal.archived() || journal.isSomethingElse()) {
            return null;
        }
        var path = journal.path();
        try (var file = new RandomAccessFile(path.toFile(), "r")) {
            for (long look = FIRST_LOOK; ; look *= 8) {
                var found = last(path, file, look);
                if (found != null || look >= file.length() || look > MOST_LOOKED_AT) {
                    return found;
                }
            }
        } catch (IOException e) {
            throw StorageFailure.of("read", path, e);
        }
    }

    /// @param folder the run's folder
    /// @return how many bytes its journal files have
    public static long bytes(Path folder) {
        return JournalFile.list(folder).stream()
                .mapToLong(file -> file.path().toFile().length())
                .sum();
    }

    /// @param folder the run's folder
    /// @return how many bytes the segments have in which items and large values lie
    /// @throws StorageFailure when the folder cannot be read
    public static long segmentBytes(Path folder) {
        return Segments.list(folder).stream()
                .mapToLong(file -> file.toFile().length())
                .sum();
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

    private static @Nullable Last last(Path path, RandomAccessFile file, long look) throws IOException {
        long size = file.length();
        int length = (int) Math.min(look, size);
        var bytes = new byte[length];
        file.seek(size - length);
        file.readFully(bytes);
        var envelope = new Envelope();
        int end = lastBreak(bytes, length);
        while (end >= 0) {
            int begin = lastBreak(bytes, end) + 1;
            boolean whole = begin > 0 || length == size;
            if (whole && envelope.read(bytes, begin, end) == Envelope.Verdict.VALID) {
                long torn = length - end - 1L;
                return new Last(path, envelope.seq, size - torn, torn);
            }
            end = begin - 1;
        }
        return null;
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

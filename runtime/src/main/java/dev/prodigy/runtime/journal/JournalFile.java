package dev.prodigy.runtime.journal;

import dev.prodigy.runtime.home.CompactTime;
import dev.prodigy.runtime.home.StorageFailure;
import java.io.EOFException;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;

/// One file of a run's journal, `events-{timestamp}.jsonl`, or `….jsonl.gz` once archived (spec 05 §5.1).
///
/// @param path where it lies
/// @param openedAt the time in its name
/// @param archived whether it is packed
record JournalFile(Path path, Instant openedAt, boolean archived) {
    private static final Pattern NAME = Pattern.compile("events-([0-9]{8}T[0-9]{9})Z\\.jsonl(\\.gz)?");
    private static final int UNPACK_BUFFER = 64 << 10;

    /// @return the file of this path, if it has the name of one
    static Optional<JournalFile> of(Path path) {
        var name = NAME.matcher(String.valueOf(path.getFileName()));
        if (!name.matches()) {
            return Optional.empty();
        }
        try {
            var openedAt = CompactTime.parse(name.group(1));
            return Optional.of(new JournalFile(path, openedAt, name.group(2) != null));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    /// @return a file that somebody copied elsewhere, whatever it is called there
    static JournalFile copied(Path path) {
        return of(path).orElseGet(() -> new JournalFile(
                path, Instant.EPOCH, String.valueOf(path.getFileName()).endsWith(".gz")));
    }

    /// @return whether a path is that of a packed file
    static boolean isArchive(Path path) {
        return of(path).map(JournalFile::archived).orElse(false);
    }

    /// @return the files of a run, oldest first; of a file and its archive the file
    /// @throws StorageFailure when the folder cannot be read
    static List<JournalFile> list(Path folder) {
        var files = new TreeMap<Instant, JournalFile>();
        try (var paths = Files.newDirectoryStream(folder, "events-*")) {
            for (var path : paths) {
                of(path).ifPresent(file ->
                        files.merge(file.openedAt(), file, (one, other) -> one.archived() ? other : one));
            }
        } catch (IOException | DirectoryIteratorException e) {
            throw StorageFailure.of("read", folder, e instanceof IOException failure ? failure : new IOException(e));
        }
        return List.copyOf(files.values());
    }

    /// @param newest the newest file so far
    /// @return the path of the file that follows: its name sorts behind, whatever the clock says
    static Path next(Path folder, Optional<JournalFile> newest, Instant now) {
        var after =
                newest.map(file -> file.openedAt().plus(Duration.ofMillis(1))).orElse(now);
        var time = CompactTime.format(now.isAfter(after) ? now : after);
        return folder.resolve("events-" + time + "Z.jsonl");
    }

    /// Opens a plain stream: a channel would be closed by an interrupt of the reading thread.
    ///
    /// @param offset the first byte wanted; 0 for an archive
    /// @throws NotAFile when something else lies there, which is not opened: that might never return
    /// @throws EOFException when the file is shorter
    InputStream open(long offset) throws IOException {
        if (isSomethingElse()) {
            throw new NotAFile();
        }
        var in = new FileInputStream(path.toFile());
        try {
            if (Files.size(path) < offset) {
                throw new EOFException("shorter than " + offset + " bytes");
            }
            in.skipNBytes(offset);
            return archived ? new GZIPInputStream(in, UNPACK_BUFFER) : in;
        } catch (IOException e) {
            in.close();
            throw e;
        }
    }

    /// @return whether a folder, a pipe or the like has the name; false where there is nothing
    boolean isSomethingElse() {
        return Files.exists(path, LinkOption.NOFOLLOW_LINKS) && !Files.isRegularFile(path);
    }
}

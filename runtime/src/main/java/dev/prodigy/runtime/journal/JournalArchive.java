package dev.prodigy.runtime.journal;

import dev.prodigy.runtime.home.Folders;
import dev.prodigy.runtime.home.OwnerOnly;
import dev.prodigy.runtime.home.StorageFailure;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.zip.GZIPOutputStream;

/// Packs a journal's files with gzip: `events-….jsonl.gz` in place of `events-….jsonl`, still readable
/// (spec 05 §2.4).
public final class JournalArchive {
    private JournalArchive() {}

    /// @param folder the run's folder
    /// @return the plain files that packing would remove
    /// @throws StorageFailure when it cannot be read
    public static Folders.Size measure(Path folder) {
        return JournalFile.list(folder).stream()
                .filter(file -> !file.archived())
                .map(file -> Folders.measure(file.path()))
                .reduce(Folders.Size.NOTHING, Folders.Size::plus);
    }

    /// Packs the files and removes the plain ones, each when its archive is durable.
    ///
    /// @param folder the run's folder
    /// @return the plain files that were removed
    /// @throws StorageFailure when one cannot be packed
    public static Folders.Size pack(Path folder) {
        var removed = Folders.Size.NOTHING;
        for (var file : JournalFile.list(folder)) {
            if (!file.archived()) {
                pack(file.path(), folder);
                removed = removed.plus(Folders.delete(file.path()));
            }
        }
        return removed;
    }

    /// Copies a run's truth to a folder outside of the home, journal packed.
    ///
    /// @param folder the run's folder
    /// @param to a folder that exists
    /// @throws StorageFailure when something cannot be copied
    public static void copy(Path folder, Path to) {
        try (var files = Files.newDirectoryStream(folder)) {
            for (var file : files) {
                var journal = JournalFile.of(file);
                if (journal.isPresent() && !journal.get().archived()) {
                    pack(file, to);
                } else if (Files.isRegularFile(file)
                        && !String.valueOf(file.getFileName()).startsWith("run.")) {
                    Files.copy(file, to.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
                }
            }
        } catch (IOException e) {
            throw StorageFailure.of("archive", folder, e);
        }
    }

    private static void pack(Path file, Path to) {
        var target = to.resolve(file.getFileName() + ".gz");
        var temporary = to.resolve("." + file.getFileName() + ".gz.tmp");
        try {
            Files.deleteIfExists(temporary);
            Files.createFile(temporary, OwnerOnly.file());
            try (var in = new FileInputStream(file.toFile());
                    OutputStream out = new GZIPOutputStream(new FileOutputStream(temporary.toFile()))) {
                in.transferTo(out);
            }
            try (var channel = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
                channel.force(true);
            }
            Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
            try (var folder = FileChannel.open(to, StandardOpenOption.READ)) {
                folder.force(true);
            }
        } catch (IOException e) {
            throw StorageFailure.of("archive", file, e);
        }
    }
}

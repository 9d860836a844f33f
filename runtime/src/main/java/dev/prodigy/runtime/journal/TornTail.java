package dev.prodigy.runtime.journal;

import dev.prodigy.runtime.home.StorageFailure;
import java.io.IOException;
import java.nio.file.Path;

/// Cuts off the bytes behind the last valid line (spec 05 §5.4).
final class TornTail {
    private TornTail() {}

    /// Cuts the file where the tail begins; later files have nothing but tail and become empty.
    ///
    /// @throws JournalDamaged when the tail is in an archive, which cannot be cut
    /// @throws StorageFailure when a file cannot be cut
    static void cut(Path folder, JournalSettings settings, Ending.TornTail tail) {
        var files = JournalFile.list(folder).stream()
                .dropWhile(file -> !file.path().equals(tail.file()))
                .toList();
        for (var file : files) {
            if (file.archived()) {
                throw new JournalDamaged(new Damage(
                        file.path(), 0, tail.offset(), Damage.Kind.SYNTAX, "the archive ends with an unfinished line"));
            }
        }
        for (var file : files) {
            cut(file.path(), settings, file.path().equals(tail.file()) ? tail.offset() : 0);
        }
    }

    private static void cut(Path path, JournalSettings settings, long size) {
        try (var file = settings.disk().open(path)) {
            file.truncate(size);
            file.force();
        } catch (IOException e) {
            throw StorageFailure.of("cut", path, e);
        }
    }
}

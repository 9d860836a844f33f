package dev.prodigy.runtime.journal;

import dev.prodigy.runtime.home.StorageFailure;
import java.io.IOException;
import java.nio.file.Path;

/// Cuts off the bytes behind the last valid line (spec 05 §5.4).
final class TornTail {
    private TornTail() {}

    /// Cuts the file where the tail begins; later files have nothing but tail and become empty.
    ///
    /// @throws StorageFailure when a file cannot be cut
    static void cut(Path folder, JournalSettings settings, JournalEnd.TornTail tail) {
        JournalFile.list(folder).stream()
                .map(JournalFile::path)
                .dropWhile(file -> !file.equals(tail.file()))
                .forEach(file -> cut(file, settings, file.equals(tail.file()) ? tail.offset() : 0));
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

package dev.prodigy.runtime.journal;

import dev.prodigy.runtime.home.DiskFile;
import dev.prodigy.runtime.home.StorageFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/// A file whose failed writes are continued for a while (spec 05 §5.3.6): a disk that is full may be so for a
/// moment only.
final class PatientFile {
    private static final int CONTINUATIONS = 5;
    private static final Duration FIRST_PAUSE = Duration.ofMillis(50);

    private final Path path;
    private final DiskFile file;
    private final WritePause pause;
    private long size;

    PatientFile(Path path, DiskFile file, WritePause pause) throws IOException {
        this.path = path;
        this.file = file;
        this.pause = pause;
        this.size = file.size();
    }

    Path path() {
        return path;
    }

    long size() {
        return size;
    }

    /// Writes everything; goes on behind what is written after each of the first five failures.
    ///
    /// @throws StorageFailure after the sixth; a part may be in the file
    void write(Bytes bytes) {
        int failures = 0;
        for (int done = 0; done < bytes.length(); ) {
            try {
                int written = file.write(bytes.array(), done, bytes.length() - done);
                done += written;
                size += written;
            } catch (IOException e) {
                if (failures == CONTINUATIONS) {
                    throw StorageFailure.of("write", path, e);
                }
                pause.pause(FIRST_PAUSE.multipliedBy(1L << failures));
                failures++;
            }
        }
    }

    /// Makes everything written durable. Never tried again after a failure: the system may have dropped what it
    /// could not write, and would say that all is well.
    ///
    /// A file that somebody has removed or moved takes everything and keeps nothing.
    void force() {
        try {
            file.force();
        } catch (IOException e) {
            throw StorageFailure.of("force", path, e);
        }
        if (!Files.exists(path)) {
            throw new StorageFailure(
                    StorageFailure.Reason.IO_ERROR, path, path + " is gone: somebody has removed or moved it", null);
        }
    }

    /// Cuts the file.
    void truncate(long newSize) {
        try {
            file.truncate(newSize);
            size = newSize;
        } catch (IOException e) {
            throw StorageFailure.of("cut", path, e);
        }
    }

    void close() {
        try {
            file.close();
        } catch (IOException e) {
            throw StorageFailure.of("close", path, e);
        }
    }
}

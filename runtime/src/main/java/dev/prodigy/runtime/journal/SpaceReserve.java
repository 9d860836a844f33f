package dev.prodigy.runtime.journal;

import dev.prodigy.runtime.home.Disk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.SplittableRandom;

/// Bytes kept on the disk from the start, to be given back for the last event of a run whose disk is full (spec
/// 05 §5.3.6).
final class SpaceReserve {
    private static final int BYTES = 128 << 10;

    private final Disk disk;
    private final Path file;

    SpaceReserve(Disk disk, Path folder) {
        this.disk = disk;
        this.file = folder.resolve("run.reserve");
    }

    /// Takes the space, as far as the disk allows.
    void take() {
        release();
        try (var reserve = disk.create(file)) {
            reserve.writeFully(bytes(), 0, BYTES);
        } catch (IOException _) {
            return;
        }
    }

    /// @return bytes that a file system which compresses cannot make less of
    private static byte[] bytes() {
        var bytes = new byte[BYTES];
        new SplittableRandom(BYTES).nextBytes(bytes);
        return bytes;
    }

    /// Gives the space back.
    void release() {
        try {
            disk.delete(file);
        } catch (IOException _) {
            return;
        }
    }
}

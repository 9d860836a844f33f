package dev.prodigy.runtime.home;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

/// Writes small files so that a reader, or a crash, finds the old content or the new, never a part (spec 05
/// §5.3).
///
/// The temporary file stands beside the target as `.{name}.{pid}-{n}.tmp`; listings ignore names that begin with
/// a dot.
public final class AtomicFile {
    private static final AtomicLong COUNTER = new AtomicLong();
    private static final long PID = ProcessHandle.current().pid();

    private AtomicFile() {}

    /// Replaces a file that must survive power loss: temporary file, force, rename, force folder.
    ///
    /// @throws StorageFailure when it could not; the old content is still there
    public static void write(Disk disk, Path file, byte[] content) {
        replace(disk, file, content, true);
    }

    /// Replaces a view, which is rebuilt when it is lost: temporary file, rename.
    ///
    /// @throws StorageFailure when it could not; the old content is still there
    public static void writeView(Disk disk, Path file, byte[] content) {
        replace(disk, file, content, false);
    }

    /// Creates a durable file, unless another process was faster.
    ///
    /// @return whether this call created it
    /// @throws StorageFailure when it could not
    public static boolean create(Disk disk, Path file, byte[] content) {
        var temporary = temporary(file);
        try {
            fill(disk, temporary, content, true);
            try {
                disk.link(temporary, file);
            } catch (FileAlreadyExistsException e) {
                return false;
            }
            disk.forceFolder(folder(file));
            return true;
        } catch (IOException e) {
            throw StorageFailure.of("create", file, e);
        } finally {
            discard(disk, temporary);
        }
    }

    private static void replace(Disk disk, Path file, byte[] content, boolean durable) {
        var temporary = temporary(file);
        boolean renamed = false;
        try {
            fill(disk, temporary, content, durable);
            disk.rename(temporary, file);
            renamed = true;
            if (durable) {
                disk.forceFolder(folder(file));
            }
        } catch (IOException e) {
            throw StorageFailure.of("write", file, e);
        } finally {
            if (!renamed) {
                discard(disk, temporary);
            }
        }
    }

    private static void fill(Disk disk, Path temporary, byte[] content, boolean durable) throws IOException {
        try (var out = disk.create(temporary)) {
            out.writeFully(content, 0, content.length);
            if (durable) {
                out.force();
            }
        }
    }

    /// A leftover is harmless, and the failure that led here matters more.
    private static void discard(Disk disk, Path temporary) {
        try {
            disk.delete(temporary);
        } catch (IOException _) {
            return;
        }
    }

    private static Path temporary(Path file) {
        return file.resolveSibling("." + file.getFileName() + "." + PID + "-" + COUNTER.incrementAndGet() + ".tmp");
    }

    private static Path folder(Path file) {
        var parent = file.getParent();
        return parent == null ? Path.of("") : parent;
    }
}

package dev.prodigy.runtime.home;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/// Whole folders of the home. Links are never followed.
public final class Folders {
    private Folders() {}

    /// How much a folder holds.
    ///
    /// @param files how many files
    /// @param bytes of all of them
    public record Size(long files, long bytes) {
        /// Nothing at all.
        public static final Size NOTHING = new Size(0, 0);

        /// @return both together
        public Size plus(Size other) {
            return new Size(files + other.files, bytes + other.bytes);
        }
    }

    /// @return how much a file or folder holds; nothing when it is not there
    /// @throws StorageFailure when it cannot be read
    public static Size measure(Path path) {
        return walk(path, false);
    }

    /// Deletes a file or folder with all that is in it.
    ///
    /// @return how much that was; nothing when it was not there
    /// @throws StorageFailure when something cannot be deleted
    public static Size delete(Path path) {
        return walk(path, true);
    }

    private static Size walk(Path path, boolean delete) {
        var walk = new Walk(delete);
        try {
            Files.walkFileTree(path, walk);
            return walk.size;
        } catch (NoSuchFileException e) {
            return walk.size;
        } catch (IOException e) {
            throw StorageFailure.of(delete ? "delete" : "read", path, e);
        }
    }

    private static final class Walk extends SimpleFileVisitor<Path> {
        private final boolean delete;
        private Size size = Size.NOTHING;

        Walk(boolean delete) {
            this.delete = delete;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            size = size.plus(new Size(1, attributes.size()));
            if (delete) {
                Files.deleteIfExists(file);
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure) throws IOException {
            if (failure != null) {
                throw failure;
            }
            if (delete) {
                Files.deleteIfExists(folder);
            }
            return FileVisitResult.CONTINUE;
        }
    }
}

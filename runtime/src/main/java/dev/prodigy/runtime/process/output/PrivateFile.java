package dev.prodigy.runtime.process.output;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.prodigy.runtime.home.OwnerOnly;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Makes files that only their owner can read, whatever the umask: mode 0600 below directories of mode 0700 (spec
/// 05 §9).
final class PrivateFile {
    private PrivateFile() {}

    /// Makes a file and the directories that it still needs.
    ///
    /// @throws FileAlreadyExistsException when there is one of that name
    static FileChannel create(Path path) throws IOException {
        createDirectories(path.toAbsolutePath().getParent());
        var attributes = OwnerOnly.file();
        var channel = FileChannel.open(path, Set.of(CREATE_NEW, READ, WRITE), attributes);
        Files.setPosixFilePermissions(path, OwnerOnly.FILE);
        return channel;
    }

    /// Makes a file that has no name and goes with its channel.
    static FileChannel createNameless(Path beside) throws IOException {
        var path = beside.resolveSibling(beside.getFileName() + ".rest");
        var channel = create(path);
        Files.delete(path);
        return channel;
    }

    private static void createDirectories(@Nullable Path directory) throws IOException {
        if (directory == null || Files.isDirectory(directory)) {
            return;
        }
        createDirectories(directory.getParent());
        try {
            Files.createDirectory(directory, OwnerOnly.folder());
            Files.setPosixFilePermissions(directory, OwnerOnly.FOLDER);
        } catch (FileAlreadyExistsException e) {
            if (!Files.isDirectory(directory)) {
                throw e;
            }
        }
    }
}

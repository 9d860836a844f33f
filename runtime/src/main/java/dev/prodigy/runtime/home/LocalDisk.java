package dev.prodigy.runtime.home;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/// The file system of this machine.
public final class LocalDisk implements Disk {
    /// Files as the operating system keeps them.
    public LocalDisk() {}

    @Override
    public DiskFile create(Path file) throws IOException {
        Files.createFile(file, OwnerOnly.file());
        // The mode above can only lose bits to the umask; this gives back the owner's.
        Files.setPosixFilePermissions(file, OwnerOnly.FILE);
        return LocalFile.open(file);
    }

    @Override
    public DiskFile open(Path file) throws IOException {
        return LocalFile.open(file);
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    @Override
    public void link(Path existing, Path name) throws IOException {
        Files.createLink(name, existing);
    }

    @Override
    public void delete(Path file) throws IOException {
        Files.deleteIfExists(file);
    }

    @Override
    public void createFolder(Path folder) throws IOException {
        try {
            Files.createDirectory(folder, OwnerOnly.folder());
            Files.setPosixFilePermissions(folder, OwnerOnly.FOLDER);
        } catch (FileAlreadyExistsException e) {
            if (!Files.isDirectory(folder)) {
                throw e;
            }
        }
    }

    /// An interrupt closes a channel; the folder is forced nevertheless and the thread stays interrupted.
    @Override
    public void forceFolder(Path folder) throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            for (boolean done = false; !done; ) {
                try (var channel = FileChannel.open(folder, StandardOpenOption.READ)) {
                    channel.force(true);
                    done = true;
                } catch (ClosedByInterruptException e) {
                    interrupted |= Thread.interrupted();
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public long usableSpace(Path path) throws IOException {
        return Files.getFileStore(path).getUsableSpace();
    }
}

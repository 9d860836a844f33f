package dev.prodigy.runtime.home;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The few things the storage layer asks of a file system. Everything that must survive a crash goes through
/// here, so that a test can shorten a write, fill the disk, fail a force or stop the program at any of these
/// calls.
///
/// Folders are made with mode 0700 and files with 0600, whatever the umask (spec 05 §9).
public interface Disk {

    /// Creates an empty file that did not exist.
    ///
    /// @throws java.nio.file.FileAlreadyExistsException when it does
    DiskFile create(Path file) throws IOException;

    /// Opens an existing file for appending.
    DiskFile open(Path file) throws IOException;

    /// Renames a file atomically, replacing what has the new name.
    void rename(Path from, Path to) throws IOException;

    /// Gives a file a second name that did not exist, atomically.
    ///
    /// @throws java.nio.file.FileAlreadyExistsException when it does
    void link(Path existing, Path name) throws IOException;

    /// Deletes a file, if it is there.
    void delete(Path file) throws IOException;

    /// Creates one folder; its parent exists. An existing folder is left as it is.
    void createFolder(Path folder) throws IOException;

    /// Makes the names in a folder durable.
    void forceFolder(Path folder) throws IOException;

    /// @return the bytes this user may still write to the file system of an existing path
    long usableSpace(Path path) throws IOException;

    /// Creates a folder and what is missing above it, each durable in its parent.
    default void createFolders(Path folder) throws IOException {
        if (Files.isDirectory(folder)) {
            return;
        }
        var parent = folder.getParent();
        if (parent != null) {
            createFolders(parent);
        }
        createFolder(folder);
        if (parent != null) {
            forceFolder(parent);
        }
    }
}

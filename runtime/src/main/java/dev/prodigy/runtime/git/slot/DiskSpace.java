package dev.prodigy.runtime.git.slot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// How much room a file system has. Tests give other answers than the machine's.
@FunctionalInterface
public interface DiskSpace {
    /// Asks the operating system.
    DiskSpace MEASURED = directory -> Files.getFileStore(directory).getUsableSpace();

    /// @param directory an existing one on the file system
    /// @return bytes that can still be written
    long usable(Path directory) throws IOException;
}

package dev.prodigy.runtime.git;

import dev.prodigy.runtime.home.StorageFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Short-lived files and folders of prodigy's own. That one cannot be made is a fault of the storage, which no step or
/// item answers for (spec 02 §2.2).
public final class Scratch {
    private Scratch() {}

    /// @param scratch an existing directory for them
    /// @return a new folder
    /// @throws StorageFailure when it cannot be made
    public static Path folder(Path scratch, String prefix) {
        try {
            return Files.createTempDirectory(scratch, prefix);
        } catch (IOException e) {
            throw StorageFailure.of("use", scratch, e);
        }
    }

    /// @param scratch an existing directory for them
    /// @return a new file
    /// @throws StorageFailure when it cannot be made
    public static Path file(Path scratch, String prefix) {
        try {
            return Files.createTempFile(scratch, prefix, "");
        } catch (IOException e) {
            throw StorageFailure.of("use", scratch, e);
        }
    }
}

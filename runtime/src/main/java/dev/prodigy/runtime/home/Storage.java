package dev.prodigy.runtime.home;

import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.home.StorageFailure.Reason;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A home that may be written: it exists, is ours to use and has room. Before {@link #open} nothing is created.
///
/// @param home where it lies
/// @param disk how it is written
public record Storage(Home home, Disk disk) {
    private static final int VERSION = 1;

    /// Opens the home, creating it where it is missing. An existing home keeps its mode (spec 05 §9).
    ///
    /// @param minFree `storage.min_free` in bytes
    /// @param program name and version of the program, for a new `home.json`
    /// @throws StorageFailure when the home cannot be used or has too little space: exit 75, nothing was executed
    public static Storage open(Home home, Disk disk, long minFree, Instant now, String program) {
        var root = home.root();
        requirePlace(home);
        try {
            disk.createFolders(root);
            long free = disk.usableSpace(root);
            if (free < minFree) {
                var words = root + " has " + free + " bytes free, storage.min_free asks for " + minFree;
                throw new StorageFailure(Reason.DISK_FULL, root, words, null);
            }
            if (!Files.isWritable(root)) {
                throw unusable(root, "it is not writable", null);
            }
            if (!Files.exists(home.homeFile())) {
                AtomicFile.write(disk, home.homeFile(), homeFile(now, program));
            }
            checkVersion(home.homeFile());
            return new Storage(home, disk);
        } catch (IOException e) {
            var failure = StorageFailure.of("use", root, e);
            throw failure.reason() == Reason.IO_ERROR ? unusable(root, StorageFailure.detail(e), e) : failure;
        }
    }

    /// Looks whether the home is there or could be made. A home that is not there is empty; one that never can be is a
    /// mistake in its name.
    ///
    /// @throws StorageFailure when something else than a folder is in its place or above it, or it may not be read
    public static void requirePlace(Home home) {
        for (var path = home.root(); path != null; path = path.getParent()) {
            if (Files.exists(path)) {
                if (!Files.isDirectory(path)) {
                    throw unusable(home.root(), path + " is no directory", null);
                }
                if (path.equals(home.root()) && !(Files.isReadable(path) && Files.isExecutable(path))) {
                    throw unusable(path, "permission denied", null);
                }
                return;
            }
        }
    }

    /// Creates a folder of the home, and what is missing above it, with mode 0700.
    ///
    /// @return the folder
    /// @throws StorageFailure when it cannot be created
    public Path folder(Path folder) {
        try {
            disk.createFolders(folder);
            return folder;
        } catch (IOException e) {
            throw StorageFailure.of("create", folder, e);
        }
    }

    private static void checkVersion(Path file) throws IOException {
        if (Json.tryParse(Files.readString(file)) instanceof Value.Fields fields
                && fields.get("version") instanceof Value.Num(BigDecimal version)) {
            if (version.compareTo(BigDecimal.valueOf(VERSION)) > 0) {
                throw new StorageFailure(
                        Reason.NEWER_VERSION, file, file + " was written by a newer version (" + version + ")", null);
            }
        } else {
            throw unusable(file, "it is not a home.json", null);
        }
    }

    private static byte[] homeFile(Instant now, String program) {
        var fields = new FieldsWriter()
                .put("version", VERSION)
                .put("created_at", now)
                .put("program", program)
                .done();
        return (Json.write(fields) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    private static StorageFailure unusable(Path path, String detail, @Nullable IOException cause) {
        return new StorageFailure(Reason.HOME_UNUSABLE, path, "cannot use " + path + ": " + detail, cause);
    }
}

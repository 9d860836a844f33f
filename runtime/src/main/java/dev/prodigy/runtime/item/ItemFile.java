package dev.prodigy.runtime.item;

import dev.prodigy.lang.json.Json;
import dev.prodigy.runtime.git.ItemAttempt;
import dev.prodigy.runtime.home.StorageFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/// The file with an item's JSON that an attempt's processes can read (`PRODIGY_ITEM_FILE`); it goes with the attempt.
public record ItemFile(Path path) implements AutoCloseable {

    /// @param folder an existing folder of the run
    public static ItemFile write(Path folder, ItemStore.Item item, ItemAttempt attempt) {
        var file = folder.resolve("." + attempt.itemId() + "-" + attempt.attempt() + ".json");
        try {
            Files.deleteIfExists(file);
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.writeString(file, Json.write(item.data()));
            return new ItemFile(file);
        } catch (IOException e) {
            throw StorageFailure.of("write", file, e);
        }
    }

    @Override
    public void close() {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            throw StorageFailure.of("delete", path, e);
        }
    }
}

package dev.prodigy.runtime.item;

import dev.prodigy.lang.json.Json;
import dev.prodigy.runtime.home.OwnerOnly;
import dev.prodigy.runtime.home.StorageFailure;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/// The file with an item's JSON that an attempt's processes can read (`PRODIGY_ITEM_FILE`).
///
/// There is one for each place, written over by the attempts that take the place one after the other:
/// making and deleting a file for each would wait for the file system's own journal, beside every force of
/// ours.
public final class ItemFile {
    private static final String PREFIX = ".item-of-place-";

    private ItemFile() {}

    /// Writes the item of the attempt that takes a place.
    ///
    /// @param folder the run's folder
    /// @param place from 1
    /// @return the file
    public static Path write(Path folder, ItemStore.Item item, int place) {
        var file = folder.resolve(PREFIX + place + ".json");
        var mode = OwnerOnly.file();
        try (var out = FileChannel.open(file, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE), mode)) {
            var bytes = ByteBuffer.wrap(Json.write(item.data()).getBytes(StandardCharsets.UTF_8));
            long size = bytes.remaining();
            while (bytes.hasRemaining()) {
                out.write(bytes);
            }
            if (out.size() > size) {
                out.truncate(size);
            }
            return file;
        } catch (IOException e) {
            throw StorageFailure.of("write", file, e);
        }
    }

    /// Removes the files of all places, when no attempt is under way.
    ///
    /// @param folder the run's folder
    public static void removeAll(Path folder) {
        try (var files = Files.newDirectoryStream(folder, PREFIX + "*")) {
            for (var file : files) {
                Files.deleteIfExists(file);
            }
        } catch (IOException _) {
            return; // they are in nobody's way
        }
    }
}

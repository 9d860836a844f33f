package dev.prodigy.runtime.letter;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.prodigy.lang.json.Json;
import dev.prodigy.model.item.ItemId;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.home.AtomicFile;
import dev.prodigy.runtime.home.Disk;
import dev.prodigy.runtime.home.StorageFailure;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/// The files of a run's dead letters, one per item (spec 05 §7). Views: the journal knows better.
public final class LetterFiles {
    private static final String ENDING = ".json";

    private final Disk disk;
    private final Path folder;

    /// @param folder the run's folder in `dlq/`, which exists once something is written
    public LetterFiles(Disk disk, Path folder) {
        this.disk = disk;
        this.folder = folder;
    }

    /// How the files differ from the letters.
    ///
    /// @param missing names of files that should be there
    /// @param stale names of files that say something else, or should not be there
    public record Difference(Set<String> missing, Set<String> stale) {
        /// @return whether there is none
        public boolean isEmpty() {
            return missing.isEmpty() && stale.isEmpty();
        }
    }

    /// Writes an item's record.
    ///
    /// @throws StorageFailure when it cannot be written
    public void write(String itemId, Value.Fields record) {
        try {
            disk.createFolders(folder);
        } catch (IOException e) {
            throw StorageFailure.of("create", folder, e);
        }
        AtomicFile.writeView(disk, file(itemId + ENDING), bytes(record));
    }

    /// Takes an item's record away, if it is there.
    ///
    /// @throws StorageFailure when it cannot be removed
    public void remove(String itemId) {
        try {
            disk.delete(file(itemId + ENDING));
        } catch (IOException e) {
            throw StorageFailure.of("delete", file(itemId + ENDING), e);
        }
    }

    /// @return how the files differ from the letters
    /// @throws StorageFailure when one cannot be read
    public Difference compare(LetterBox box) {
        var missing = new HashSet<String>();
        var stale = names();
        box.letters().forEach(letter -> {
            var name = letter.identity().itemId() + ENDING;
            if (!stale.contains(name)) {
                missing.add(name);
            } else if (isSame(name, bytes(box.record(letter)))) {
                stale.remove(name);
            }
        });
        return new Difference(missing, stale);
    }

    /// @param items those with a letter
    /// @return how the files' names differ from those of the letters; no file is read
    /// @throws StorageFailure when the folder cannot be read
    public Difference compareNames(int[] items) {
        var missing = new HashSet<String>();
        var stale = names();
        for (int item : items) {
            var name = ItemId.of(item) + ENDING;
            if (!stale.remove(name)) {
                missing.add(name);
            }
        }
        return new Difference(missing, stale);
    }

    /// @param record of one item
    /// @return whether the item's file says that
    public boolean holds(Value.Fields record) {
        return record.get("item_id") instanceof Value.Text(var item) && isSame(item + ENDING, bytes(record));
    }

    /// Makes the files what the letters are.
    ///
    /// @throws StorageFailure when one cannot be written
    public void repair(LetterBox box, Difference difference) {
        difference.stale().forEach(name -> remove(name.substring(0, name.length() - ENDING.length())));
        box.letters().forEach(letter -> {
            var item = letter.identity().itemId();
            if (difference.missing().contains(item + ENDING)
                    || difference.stale().contains(item + ENDING)) {
                write(item, box.record(letter));
            }
        });
    }

    private boolean isSame(String name, byte[] content) {
        try {
            return java.util.Arrays.equals(Files.readAllBytes(file(name)), content);
        } catch (IOException e) {
            return false;
        }
    }

    private Set<String> names() {
        var names = new HashSet<String>();
        try (var files = Files.newDirectoryStream(folder, "*" + ENDING)) {
            for (var file : files) {
                var name = String.valueOf(file.getFileName());
                if (ItemId.index(name.substring(0, name.length() - ENDING.length())) >= 0) {
                    names.add(name);
                }
            }
        } catch (NoSuchFileException e) {
            return names;
        } catch (IOException | DirectoryIteratorException e) {
            throw StorageFailure.of("read", folder, e instanceof IOException failure ? failure : new IOException(e));
        }
        return names;
    }

    private Path file(String name) {
        return folder.resolve(name);
    }

    private static byte[] bytes(Value.Fields record) {
        return (Json.write(record) + "\n").getBytes(UTF_8);
    }
}

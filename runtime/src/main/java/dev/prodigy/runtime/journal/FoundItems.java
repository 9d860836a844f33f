package dev.prodigy.runtime.journal;

import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.home.StorageFailure;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The list of items as it lies in a run's folder, found without the event that announces it (spec 05 §5.4).
final class FoundItems {
    /// Stands for the name of the input, which only the lost event told.
    private static final String SOURCE = "salvage";

    private FoundItems() {}

    /// The last load is the finished one: it is followed by none.
    ///
    /// @param folder the run's folder
    /// @return the event that announces the list, its stages empty
    /// @throws JournalDamaged when the list is not whole
    /// @throws StorageFailure when a file cannot be read
    static ItemEvent.Loaded in(Path folder) {
        var files = new ArrayList<String>();
        for (int number = Segments.lastNumber(folder, Segments.ITEMS); number > 0; number--) {
            files.addFirst(Segments.name(Segments.ITEMS, number));
            if (isBeginning(folder, files.getFirst())) {
                break;
            }
        }
        long total = 0;
        for (var file : files) {
            total += lines(folder.resolve(file));
        }
        try (var items = new ItemSegments(folder, files, Math.max(1, total))) {
            items.check();
        }
        return new ItemEvent.Loaded(total, new Value.Items(List.of()), SOURCE, files);
    }

    private static boolean isBeginning(Path folder, String file) {
        try (var items = new ItemSegments(folder, List.of(file), 1)) {
            items.check();
            return true;
        } catch (JournalDamaged e) {
            return false;
        }
    }

    private static long lines(Path file) {
        try (var source = new LineSource(new FileInputStream(file.toFile()), 0, ItemSegments.MAX_LINE)) {
            long lines = 0;
            while (source.advance()) {
                lines++;
            }
            return lines;
        } catch (IOException e) {
            throw StorageFailure.of("read", file, e);
        }
    }
}

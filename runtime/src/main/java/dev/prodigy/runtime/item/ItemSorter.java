package dev.prodigy.runtime.item;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.home.StorageFailure;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Sorts any number of items with few of them in memory: sorted parts go to files, which are then
/// merged. Items that are equal keep their order.
final class ItemSorter implements AutoCloseable {
    /// Items are held as values, which take several times the room of their text.
    private static final int MOST_CHARACTERS = 8 << 20;

    private final Path folder;
    private final Comparator<Value> order;
    private final int mostCharacters;
    private final List<Value> part = new ArrayList<>();
    private final List<Path> spilled = new ArrayList<>();
    private long characters;

    /// @param folder where the parts go, and are removed from at the end
    ItemSorter(Path folder, Comparator<Value> order) {
        this(folder, order, MOST_CHARACTERS);
    }

    ItemSorter(Path folder, Comparator<Value> order, int mostCharacters) {
        this.folder = folder;
        this.order = order;
        this.mostCharacters = mostCharacters;
    }

    /// @param text the item's JSON
    void add(Value item, String text) {
        part.add(item);
        characters += text.length();
        if (characters > mostCharacters) {
            spill();
        }
    }

    /// Hands over all items in their order.
    void forEach(Consumer<Value> each) {
        part.sort(order);
        if (spilled.isEmpty()) {
            part.forEach(each);
            return;
        }
        merge(each);
    }

    @Override
    public void close() {
        for (var file : spilled) {
            try {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                throw StorageFailure.of("delete", file, e);
            }
        }
    }

    private void spill() {
        part.sort(order);
        try {
            var file = Files.createTempFile(folder, "sort", ".tmp");
            spilled.add(file);
            try (var out = Files.newBufferedWriter(file, UTF_8)) {
                for (var item : part) {
                    out.write(Json.write(item));
                    out.write('\n');
                }
            }
        } catch (IOException e) {
            throw StorageFailure.of("write", folder, e);
        }
        part.clear();
        characters = 0;
    }

    /// Earlier parts hold earlier items; the one in memory is the last.
    private void merge(Consumer<Value> each) {
        var heads =
                new PriorityQueue<Head>(Comparator.comparing(Head::item, order).thenComparingInt(Head::part));
        var readers = new ArrayList<BufferedReader>();
        var rest = part.iterator();
        try {
            for (var file : spilled) {
                readers.add(Files.newBufferedReader(file, UTF_8));
                offer(heads, readers.size() - 1, parsed(readers.getLast().readLine()));
            }
            offer(heads, readers.size(), rest.hasNext() ? rest.next() : null);
            for (var head = heads.poll(); head != null; head = heads.poll()) {
                each.accept(head.item());
                offer(
                        heads,
                        head.part(),
                        head.part() < readers.size()
                                ? parsed(readers.get(head.part()).readLine())
                                : rest.hasNext() ? rest.next() : null);
            }
        } catch (IOException e) {
            throw StorageFailure.of("read", folder, e);
        } finally {
            readers.forEach(ItemSorter::close);
        }
    }

    private record Head(Value item, int part) {}

    private static void offer(PriorityQueue<Head> heads, int part, @Nullable Value item) {
        if (item != null) {
            heads.add(new Head(item, part));
        }
    }

    private static @Nullable Value parsed(@Nullable String line) {
        return line == null ? null : Json.reread(line);
    }

    private static void close(BufferedReader reader) {
        try {
            reader.close();
        } catch (IOException _) {
            return;
        }
    }
}

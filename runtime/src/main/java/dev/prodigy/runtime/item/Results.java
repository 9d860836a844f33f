package dev.prodigy.runtime.item;

import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.event.EventTypes;
import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.model.item.ItemId;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.event.EventCodec;
import dev.prodigy.runtime.home.OwnerOnly;
import dev.prodigy.runtime.home.StorageFailure;
import dev.prodigy.runtime.journal.JournalLookup;
import dev.prodigy.runtime.journal.JournalReader;
import dev.prodigy.runtime.journal.Line;
import dev.prodigy.runtime.journal.SegmentReader;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The results of a run's items, read back from its journal in item order (spec 03 §7). Of each item eight
/// bytes are in memory; its result only while it is written.
public final class Results {
    /// Characters of all results that a placeholder may stand for.
    private static final long MOST_INLINE = 32 << 20;

    private static final long NONE = -1;

    private final Path folder;
    private final Path logs;

    /// @param folder the run's folder
    /// @param logs the folder of its logs
    public Results(Path folder, Path logs) {
        this.folder = folder;
        this.logs = logs;
    }

    /// @return all result objects as one list; none where they are too large for that
    public Binding all() {
        return inline("map.results", result -> result);
    }

    /// @return the outputs of the successful items as one list; none where they are too large for that
    public Binding outputs() {
        return inline(
                "map.outputs",
                result -> result instanceof Value.Fields fields && fields.get("success") == Value.Bool.TRUE
                        ? fields.get("output")
                        : null);
    }

    private Binding inline(String name, Function<Value, @Nullable Value> part) {
        var file = file();
        var values = new ArrayList<Value>();
        long size = 0;
        try (BufferedReader lines = Files.newBufferedReader(file)) {
            for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                var value = part.apply(Json.reread(line));
                if (value != null) {
                    size += value instanceof Value.Text(var text) ? text.length() : line.length();
                    values.add(value);
                }
                if (size > MOST_INLINE) {
                    return new Binding.Missing(name
                            + " is larger than 32 MiB; read the file ${map.results_file} instead, a result per line");
                }
            }
        } catch (IOException e) {
            throw StorageFailure.of("read", file, e);
        }
        return Binding.data(new Value.Items(values));
    }

    /// @return a file with one result object per line, in item order, as the journal stands now
    public Path file() {
        var file = folder.resolve("results.jsonl");
        try (var segments = new SegmentReader(folder);
                var journal = new JournalLookup(folder);
                var out = writer(file)) {
            var ends = Ends.of(folder, journal);
            if (ends.loaded != null) {
                try (var items = ItemStore.open(folder, ends.loaded)) {
                    for (int item = 0; item < ends.places.length; item++) {
                        if (ends.places[item] != NONE) {
                            var object = new ResultObject(items.read(item), logs);
                            var line = journal.at(ends.places[item]);
                            out.write(Json.write(result(line, object, ends.skipped.get(item), segments)));
                            out.newLine();
                        }
                    }
                }
            }
        } catch (IOException e) {
            throw StorageFailure.of("write", file, e);
        }
        return file;
    }

    /// Nobody else may read it, whatever the umask.
    private static BufferedWriter writer(Path file) throws IOException {
        Files.deleteIfExists(file);
        Files.createFile(file, OwnerOnly.file());
        return Files.newBufferedWriter(file);
    }

    private static Value result(Line line, ResultObject object, boolean skipped, SegmentReader segments) {
        var entry = line.entry();
        var recorded = EventCodec.decode(entry.with(segments.resolve(entry.fields())));
        return switch (recorded.event()) {
            case ItemEvent.Completed completed -> object.of(completed);
            case ItemEvent.Failed failed -> object.of(failed, skipped);
            case ItemEvent.Skipped _ ->
                object.givenUp(
                        recorded.context().attempt() == null
                                ? 0
                                : recorded.context().attempt());
            default -> throw new IllegalStateException("no outcome of an item: " + entry.eventType());
        };
    }

    /// Where in the journal each item's end stands.
    private static final class Ends {
        private final BitSet skipped = new BitSet();
        private ItemEvent.@Nullable Loaded loaded;
        private long[] places = {};

        static Ends of(Path folder, JournalLookup journal) {
            var ends = new Ends();
            try (var reader = JournalReader.open(folder)) {
                while (reader.next()) {
                    ends.take(reader.line(), journal);
                }
            }
            return ends;
        }

        private void take(Line line, JournalLookup journal) {
            switch (line.eventType()) {
                case "work_items_loaded" -> {
                    if (EventTypes.read(line.eventType(), line.entry().fields()) instanceof ItemEvent.Loaded found) {
                        loaded = found;
                        places = new long[Math.toIntExact(found.total())];
                        Arrays.fill(places, NONE);
                    }
                }
                case "agent_completed" -> end(line, journal.place(line), false);
                case "agent_failed" -> {
                    if (line.isTrue("final")) {
                        end(line, journal.place(line), false);
                    }
                }
                case "item_skipped" -> {
                    int item = ItemId.index(line.text("item_id"));
                    end(line, places[item] == NONE ? journal.place(line) : places[item], true);
                }
                case "item_requeued" -> end(line, NONE, false);
                default -> {}
            }
        }

        private void end(Line line, long place, boolean isSkipped) {
            int item = ItemId.index(line.text("item_id"));
            places[item] = place;
            skipped.set(item, isSkipped);
        }
    }
}

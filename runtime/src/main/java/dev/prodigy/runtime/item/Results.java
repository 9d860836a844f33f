package dev.prodigy.runtime.item;

import dev.prodigy.lang.json.Json;
import dev.prodigy.model.error.ErrorJson;
import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.model.item.ItemId;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.event.EventCodec;
import dev.prodigy.runtime.home.RunId;
import dev.prodigy.runtime.home.StorageFailure;
import dev.prodigy.runtime.journal.Entry;
import dev.prodigy.runtime.journal.JournalLookup;
import dev.prodigy.runtime.journal.JournalReader;
import dev.prodigy.runtime.journal.SegmentReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The results of a run's items, read back from its journal in item order (spec 03 §7).
public final class Results {
    private static final long NONE = -1;

    private final Path folder;
    private final RunId run;

    /// @param folder the run's folder
    public Results(Path folder, RunId run) {
        this.folder = folder;
        this.run = run;
    }

    /// @return all result objects as one list
    public Value all() {
        var values = new ArrayList<Value>();
        try (var lines = Files.lines(file())) {
            lines.map(Json::parse).forEach(values::add);
        } catch (IOException e) {
            throw StorageFailure.of("read", file(), e);
        }
        return new Value.Items(values);
    }

    /// @return the outputs of the successful items as one list
    public Value outputs() {
        var outputs = new ArrayList<Value>();
        if (all() instanceof Value.Items(var results)) {
            for (var each : results) {
                if (each instanceof Value.Fields result && result.get("success") == Value.Bool.TRUE) {
                    var output = result.get("output");
                    outputs.add(output == null ? Value.Null.NULL : output);
                }
            }
        }
        return new Value.Items(outputs);
    }

    /// @return a file with one result object per line, in item order, as the journal stands now
    public Path file() {
        var file = folder.resolve("results.jsonl");
        try (var segments = new SegmentReader(folder);
                var journal = new JournalLookup(folder);
                var out = writer(file)) {
            for (long place : lastOutcomes(journal)) {
                if (place != NONE) {
                    out.write(Json.write(result(journal.at(place).entry(), segments)));
                    out.newLine();
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
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        return Files.newBufferedWriter(file);
    }

    /// @return where in the journal each item's last outcome stands
    private long[] lastOutcomes(JournalLookup journal) {
        var places = new long[0];
        try (var reader = JournalReader.open(folder)) {
            while (reader.next()) {
                var line = reader.line();
                var type = line.eventType();
                boolean outcome =
                        type.equals("agent_completed") || (type.equals("agent_failed") && line.isTrue("final"));
                if (outcome || type.equals("item_requeued")) {
                    int item = ItemId.index(line.text("item_id"));
                    if (item >= places.length) {
                        int old = places.length;
                        places = Arrays.copyOf(places, Math.max(item + 1, old * 2));
                        Arrays.fill(places, old, places.length, NONE);
                    }
                    places[item] = outcome ? journal.place(line) : NONE;
                }
            }
        }
        return places;
    }

    private Value result(Entry entry, SegmentReader segments) {
        var recorded = EventCodec.decode(new Entry(
                entry.seq(),
                entry.timestamp(),
                entry.elapsedMs(),
                entry.eventType(),
                run.text(),
                entry.cause(),
                segments.resolve(entry.fields())));
        return switch (recorded.event()) {
            case ItemEvent.Completed completed -> completed.result();
            case ItemEvent.Failed failed -> failed(recorded.context().itemId(), failed);
            default -> throw new IllegalStateException("no outcome of an item: " + entry.eventType());
        };
    }

    private static Value failed(@Nullable String itemId, ItemEvent.Failed failed) {
        var out = new FieldsWriter();
        if (failed.result() instanceof Value.Fields result) {
            out.putAll(result);
        } else {
            out.put("item_id", itemId).put("index", ItemId.index(itemId)).put("status", "failed");
        }
        return out.put("error", ErrorJson.write(failed.error()))
                .put("branch", failed.branch())
                .done();
    }
}

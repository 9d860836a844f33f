package dev.prodigy.runtime.run.replay;

import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.runtime.event.EventCodec;
import dev.prodigy.runtime.journal.Entry;
import dev.prodigy.runtime.journal.JournalReader;
import dev.prodigy.runtime.journal.SegmentReader;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/// Failures of items that their run's state does not hold, read from the journal.
public final class LastFailures {
    private LastFailures() {}

    /// @param folder the run's folder
    /// @param seqs item → `seq` of the event that tells its failure
    /// @return item → that event
    /// @throws dev.prodigy.runtime.home.StorageFailure when the journal cannot be read
    public static Map<Integer, ItemEvent.Failed> read(Path folder, Map<Integer, Long> seqs) {
        var items = new TreeMap<Long, Integer>();
        seqs.forEach((item, seq) -> items.put(seq, item));
        var found = new HashMap<Integer, ItemEvent.Failed>();
        if (items.isEmpty()) {
            return found;
        }
        try (var reader = JournalReader.openAround(folder, items.firstKey());
                var segments = new SegmentReader(folder)) {
            while (found.size() < items.size() && reader.next()) {
                var item = items.get(reader.line().seq());
                if (item != null
                        && EventCodec.decode(whole(reader.line().entry(), segments))
                                        .event()
                                instanceof ItemEvent.Failed failed) {
                    found.put(item, failed);
                }
            }
        }
        return Collections.unmodifiableMap(found);
    }

    private static Entry whole(Entry entry, SegmentReader segments) {
        return new Entry(
                entry.seq(),
                entry.timestamp(),
                entry.elapsedMs(),
                entry.eventType(),
                entry.runId(),
                entry.cause(),
                segments.resolve(entry.fields()));
    }
}

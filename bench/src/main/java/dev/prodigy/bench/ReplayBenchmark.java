package dev.prodigy.bench;

import dev.prodigy.runtime.journal.Entry;
import dev.prodigy.runtime.journal.JournalReader;
import dev.prodigy.runtime.run.JournalFold;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// What a resume reads before it can go on: the events of half a million finished items. `-Dbench.events=N` changes
/// how many.
final class ReplayBenchmark implements Benchmark {
    private static final int EVENTS = Integer.getInteger("bench.events", 1_000_000);
    private static final int BATCH = 1000;
    private static final double MEBIBYTE = 1 << 20;

    @Override
    public List<Figure> measure(Path scratch) throws IOException {
        var folder = write(scratch);
        System.gc();
        long begun = System.nanoTime();
        long lastSeq;
        try (var reader = JournalReader.open(folder)) {
            lastSeq = JournalFold.read(reader, folder).seq();
        }
        double seconds = (System.nanoTime() - begun) / 1e9;
        var memory = Runtime.getRuntime();
        return List.of(
                new Figure("replay of " + lastSeq + " events", seconds, "s", "budget 2 s for 10^6"),
                new Figure(
                        "heap in use afterwards",
                        (memory.totalMemory() - memory.freeMemory()) / MEBIBYTE,
                        "MiB",
                        "budget 256"));
    }

    private static Path write(Path scratch) throws IOException {
        try (var journal = BenchJournal.create(scratch)) {
            var last = journal.writer().append(List.of(BenchJournal.loaded(1, EVENTS / 2)));
            for (long seq = 2; seq < EVENTS; seq += BATCH) {
                var batch = new ArrayList<Entry>();
                for (long next = seq; next < seq + BATCH; next++) {
                    int item = (int) (next / 2);
                    batch.add(next % 2 == 0 ? BenchJournal.started(next, item) : BenchJournal.completed(next, item));
                }
                last.join();
                last = journal.writer().append(batch);
            }
            last.join();
            return journal.folder();
        }
    }
}

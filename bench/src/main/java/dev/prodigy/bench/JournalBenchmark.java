package dev.prodigy.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/// Durable records per second: so many waiters, each of which goes on when its record is forced to disk.
final class JournalBenchmark implements Benchmark {
    private static final Duration LENGTH = Duration.ofSeconds(3);
    private static final int BUDGET_WAITERS = 64;

    @Override
    public List<Figure> measure(Path scratch) throws IOException {
        var figures = new ArrayList<Figure>();
        for (int waiters : new int[] {1, 8, BUDGET_WAITERS, 512}) {
            try (var journal = BenchJournal.create(scratch.resolve("waiters-" + waiters))) {
                figures.add(new Figure(
                        "journal, " + waiters + (waiters == 1 ? " waiter" : " waiters"),
                        new Pump(journal, waiters).run(),
                        "records/s",
                        waiters == BUDGET_WAITERS ? "budget 80,000" : ""));
            }
        }
        return figures;
    }

    /// Keeps as many records under way as there are waiters; each answer sends the next one.
    private static final class Pump {
        private final BenchJournal journal;
        private final int waiters;
        private final long end = System.nanoTime() + LENGTH.toNanos();
        private long seq;
        private long written;

        Pump(BenchJournal journal, int waiters) {
            this.journal = journal;
            this.waiters = waiters;
        }

        double run() {
            long begun = System.nanoTime();
            var all = new ArrayList<CompletableFuture<Void>>();
            for (int i = 0; i < waiters; i++) {
                var waiter = new CompletableFuture<Void>();
                all.add(waiter);
                Thread.ofVirtual().start(() -> {
                    while (System.nanoTime() < end) {
                        append().join();
                        count();
                    }
                    waiter.complete(null);
                });
            }
            CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).join();
            return written / ((System.nanoTime() - begun) / 1e9);
        }

        /// Numbers and queues in one go: the journal takes records in order.
        private synchronized CompletableFuture<Void> append() {
            seq++;
            return journal.writer().append(List.of(BenchJournal.completed(seq, (int) seq)));
        }

        private synchronized void count() {
            written++;
        }
    }
}

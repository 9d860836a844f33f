package dev.prodigy.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
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
        double forces = forces(scratch.resolve("forces"));
        figures.add(Figure.of("forces of the disk, 500 bytes each", forces, "1/s"));
        for (int waiters : new int[] {1, 8, BUDGET_WAITERS, 512}) {
            try (var journal = BenchJournal.create(scratch.resolve("waiters-" + waiters))) {
                double records = new Pump(journal, waiters).run();
                var name = "journal, " + waiters + (waiters == 1 ? " waiter" : " waiters");
                var figure = Figure.of(name, records, "records/s")
                        .saying("%.1f records per force of the disk".formatted(records / forces));
                figures.add(waiters == BUDGET_WAITERS ? figure.atLeast(80_000) : figure);
            }
        }
        return figures;
    }

    /// What one waiter could have at most.
    private static double forces(Path file) throws IOException {
        try (var channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            var line = ByteBuffer.allocate(500);
            int count = 0;
            long begun = System.nanoTime();
            while (System.nanoTime() - begun < LENGTH.toNanos() / 3) {
                channel.write(line.rewind());
                channel.force(false);
                count++;
            }
            return count / ((System.nanoTime() - begun) / 1e9);
        }
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
            return journal.writer().append(List.of(journal.completed(seq, (int) seq)));
        }

        private synchronized void count() {
            written++;
        }
    }
}

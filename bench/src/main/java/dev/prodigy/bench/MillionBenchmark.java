package dev.prodigy.bench;

import dev.prodigy.runtime.journal.JournalReader;
import dev.prodigy.runtime.run.replay.JournalFold;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A run of a million items: how long it takes to load them, to read what became of them, and to go on. Of
/// most of them the events are written by this program instead of being run; resume cannot tell.
/// `-Dbench.million=N` changes how many.
final class MillionBenchmark implements Benchmark {
    private static final int ITEMS = Integer.getInteger("bench.million", 1_000_000);
    /// Left to the runs that are measured: each runs one, which fails and stops it.
    private static final int LEFT = 50;

    private static final int STOPPED = 4;
    private static final int ROUNDS = 3;
    private static final double MEBIBYTE = 1 << 20;

    @Override
    public List<Figure> measure(Path scratch) throws IOException {
        var launcher = Launcher.in(scratch);
        Files.writeString(launcher.directory().resolve("million.yml"), """
                mode: mapreduce
                isolation: none
                map:
                  input: seq 1 ITEMS
                  max_parallel: 1
                  error_policy: { on_item_failure: stop }
                  agent_template:
                    - shell: date +%s%N >began; exit 1
                """.replace("ITEMS", String.valueOf(ITEMS)));
        var figures = new ArrayList<Figure>();
        var many = "%,d items".formatted(ITEMS);
        double loading = launcher.prodigyEndingWith(STOPPED, "run", "million.yml", "-q");
        figures.add(Figure.of("load " + many + " and run the first", loading, "s"));
        var folder = folder(launcher.home());
        try (var journal = BenchJournal.goOn(folder)) {
            journal.items(2, ITEMS - LEFT);
        }
        figures.add(Figure.of("resume of " + many + ", no snapshot, to the first dispatch", resume(launcher), "s"));
        var resumed = new ArrayList<Double>();
        for (int round = 0; round < ROUNDS; round++) {
            resumed.add(resume(launcher));
        }
        figures.add(Figure.of("resume of " + many + ", to the first dispatch", Spread.of(resumed), "s")
                .atMost(2));
        figures.add(Figure.of("most resident memory of such a resume", peak(launcher), "MiB"));
        figures.addAll(replay(folder, many));
        figures.add(Figure.of("`prodigy status` of that run", launcher.prodigy("status", "last"), "s"));
        figures.add(Figure.of("`prodigy dlq list` of that run", launcher.prodigy("dlq", "list"), "s"));
        figures.add(
                Figure.of("`prodigy events ls --limit 20`", launcher.prodigy("events", "ls", "--limit", "20"), "s"));
        return figures;
    }

    private static Path folder(Path home) throws IOException {
        try (var folders = Files.walk(home.resolve("events"), 2)) {
            return folders.filter(path -> path.getFileName().toString().startsWith("mapreduce-"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static double resume(Launcher launcher) throws IOException {
        long begun = System.currentTimeMillis();
        launcher.prodigyEndingWith(STOPPED, "resume", "-q");
        var at = Files.readString(launcher.directory().resolve("began")).strip();
        return (Long.parseLong(at) / 1e6 - begun) / 1000;
    }

    private static double peak(Launcher launcher) throws IOException {
        var process = launcher.begin("resume", "-q");
        double peak = 0;
        try {
            do {
                peak = Math.max(peak, Launcher.memory(process, "VmHWM"));
            } while (!process.waitFor(20, TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
        return peak;
    }

    private static List<Figure> replay(Path folder, String many) throws IOException {
        long before = used();
        long begun = System.nanoTime();
        try (var reader = JournalReader.open(folder)) {
            var state = JournalFold.read(reader, folder);
            double seconds = (System.nanoTime() - begun) / 1e9;
            double heap = (used() - before) / MEBIBYTE;
            return List.of(
                    Figure.of("replay of all events of " + many, seconds, "s")
                            .saying("%,.0f events/s".formatted(state.seq() / seconds)),
                    Figure.of("heap that the state of " + many + " takes", heap, "MiB")
                            .atMost(256)
                            .saying("%,d items in it"
                                    .formatted(
                                            state.items() == null
                                                    ? 0
                                                    : state.items().total())));
        }
    }

    private static long used() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}

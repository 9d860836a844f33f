package dev.prodigy.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// Shell items per second, durably recorded, beside tools that start as many shells: xargs, which records
/// nothing, and GNU parallel with a job log, which is not forced to disk. `-Dbench.items=N` changes how
/// many.
final class ItemsBenchmark implements Benchmark {
    private static final int ITEMS = Integer.getInteger("bench.items", 3000);
    private static final int ROUNDS = 3;

    @Override
    public List<Figure> measure(Path scratch) throws IOException {
        var launcher = Launcher.in(scratch);
        Files.writeString(launcher.directory().resolve("items.yml"), """
                mode: mapreduce
                isolation: none
                map:
                  input: seq 1 ITEMS
                  max_parallel: 16
                  agent_template:
                    - shell: 'true'
                """.replace("ITEMS", String.valueOf(ITEMS)));
        var rounds = new Rounds()
                .with("prodigy", () -> ITEMS / launcher.prodigy("run", "items.yml", "-q"))
                .with("xargs", () -> ITEMS / launcher.shell("seq 1 " + ITEMS + " | xargs -P16 -I{} bash -c 'true {}'"));
        boolean parallel = Launcher.has("parallel");
        if (parallel) {
            rounds.with(
                    "parallel",
                    () -> ITEMS / launcher.shell("seq 1 " + ITEMS + " | parallel -j16 --joblog log.txt true {}"));
        }
        var measured = rounds.run(ROUNDS);
        var ours = Objects.requireNonNull(measured.get("prodigy"));
        var xargs = Objects.requireNonNull(measured.get("xargs"));
        var figures = new ArrayList<Figure>();
        figures.add(Figure.of("durable shell items", ours, "items/s").atLeast(1000));
        figures.add(Figure.of("xargs -P16, nothing recorded", xargs, "items/s"));
        figures.add(Figure.ratio("items beside xargs", ours.median() / xargs.median(), new Budget.AtLeast(0.6)));
        if (parallel) {
            var theirs = Objects.requireNonNull(measured.get("parallel"));
            figures.add(Figure.of("GNU parallel -j16 --joblog", theirs, "items/s"));
            figures.add(Figure.ratio(
                    "items beside GNU parallel", ours.median() / theirs.median(), new Budget.AtLeast(2.5)));
        } else {
            figures.add(Figure.ratio("items beside GNU parallel", Double.NaN, new Budget.None())
                    .saying("peer not installed (Debian: apt-get install parallel)"));
        }
        return figures;
    }
}

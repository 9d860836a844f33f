package dev.prodigy.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Shell items per second, durably recorded, beside tools that start as many shells. `-Dbench.items=N` changes how
/// many.
final class ItemsBenchmark implements Benchmark {
    private static final int ITEMS = Integer.getInteger("bench.items", 5000);

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
        double ours = ITEMS / launcher.prodigy("run", "items.yml", "-q");
        var figures = new ArrayList<Figure>();
        figures.add(new Figure("durable shell items", ours, "items/s", "budget 1,000"));
        beside(figures, ours, "xargs", ITEMS / launcher.shell("seq 1 " + ITEMS + " | xargs -P16 -n1 sh -c true"));
        if (Launcher.has("parallel")) {
            beside(figures, ours, "parallel", ITEMS / launcher.shell("seq 1 " + ITEMS + " | parallel -j16 true {}"));
        }
        return figures;
    }

    private static void beside(List<Figure> figures, double ours, String tool, double theirs) {
        var ratio = String.format(Locale.ROOT, "prodigy: %.2f times that", ours / theirs);
        figures.add(new Figure(tool, theirs, "items/s", ratio));
    }
}

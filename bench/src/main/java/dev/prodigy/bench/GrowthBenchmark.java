package dev.prodigy.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

/// Whether an item costs more the more of them there are: one run of 10^5 items beside runs of 10^3, and
/// within the large run its last tenth beside its second. `-Dbench.growth=N` changes how many.
final class GrowthBenchmark implements Benchmark {
    private static final int MANY = Integer.getInteger("bench.growth", 100_000);
    private static final int FEW = 1000;
    private static final Pattern ELAPSED = Pattern.compile("\"elapsed_ms\":(\\d+),\"event_type\":\"agent_completed\"");

    @Override
    public List<Figure> measure(Path scratch) throws IOException {
        var launcher = Launcher.in(scratch);
        var few =
                new Rounds().with("few", () -> run(launcher, FEW) / FEW).run(3).values();
        double each = run(launcher, MANY) / MANY;
        var ends = ends(launcher.home());
        double early = ends.get(MANY / 5) - ends.get(MANY / 10);
        double late = ends.get(MANY - 1) - ends.get(MANY - MANY / 10);
        return List.of(
                Figure.of("items of one run of %,d".formatted(MANY), 1 / each, "items/s")
                        .atLeast(1000),
                Figure.ratio(
                        "cost per item, %,d ÷ %,d".formatted(MANY, FEW),
                        each / few.iterator().next().median(),
                        new Budget.AtMost(1.1)),
                Figure.ratio(
                        "cost per item, last tenth ÷ second tenth of that run", late / early, new Budget.AtMost(1.1)),
                Figure.of("bytes on disk per item", size(launcher.home()) / (double) MANY, "B")
                        .atMost(1024));
    }

    private static double run(Launcher launcher, int items) throws IOException {
        var workflow = "items-" + items + ".yml";
        Files.writeString(launcher.directory().resolve(workflow), """
                mode: mapreduce
                isolation: none
                map:
                  input: seq 1 ITEMS
                  max_parallel: 16
                  agent_template:
                    - shell: ':'
                """.replace("ITEMS", String.valueOf(items)));
        return launcher.prodigy("run", workflow, "-q");
    }

    /// @return when each item of the largest run ended, in milliseconds, in order
    private static List<Long> ends(Path home) throws IOException {
        var ends = new ArrayList<Long>();
        for (var file : largest(home)) {
            try (var lines = Files.lines(file)) {
                lines.forEach(line -> {
                    var match = ELAPSED.matcher(line);
                    if (match.find()) {
                        ends.add(Long.parseLong(match.group(1)));
                    }
                });
            }
        }
        return ends;
    }

    private static long size(Path home) throws IOException {
        long size = 0;
        try (var files = Files.list(largest(home).getFirst().getParent())) {
            for (var file : files.toList()) {
                size += Files.size(file);
            }
        }
        return size;
    }

    /// @return the journal files of the run with the most in them, in order
    private static List<Path> largest(Path home) throws IOException {
        try (var files = Files.walk(home.resolve("events"))) {
            var journals = files.filter(file -> file.getFileName().toString().startsWith("events-"))
                    .sorted()
                    .toList();
            var last = Objects.requireNonNull(journals.getLast().getParent());
            return journals.stream()
                    .filter(file -> last.equals(file.getParent()))
                    .toList();
        }
    }
}

package dev.prodigy.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// What a user waits for before anything happens.
final class StartBenchmark implements Benchmark {
    private static final int ROUNDS = 9;

    @Override
    public List<Figure> measure(Path scratch) throws IOException {
        var launcher = Launcher.in(scratch);
        Files.writeString(launcher.directory().resolve("one.yml"), "commands:\n  - shell: 'true'\n");
        return List.of(
                median(launcher, 100, "--help"),
                median(launcher, 120, "validate", "one.yml"),
                median(launcher, 250, "run", "one.yml", "-q"));
    }

    private static Figure median(Launcher launcher, int budget, String... arguments) throws IOException {
        var times = new ArrayList<Double>();
        for (int i = 0; i < ROUNDS; i++) {
            times.add(launcher.prodigy(arguments) * 1000);
        }
        times.sort(null);
        return new Figure(
                "prodigy " + arguments[0],
                times.get(ROUNDS / 2),
                "ms",
                String.format(Locale.ROOT, "budget %d; best %.0f", budget, times.getFirst()));
    }
}

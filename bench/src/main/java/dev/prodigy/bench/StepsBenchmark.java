package dev.prodigy.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// What prodigy adds to each step of a list: the time from the start of one shell to the start of the next,
/// less what the same costs xargs, which starts one shell after the other and does nothing else.
final class StepsBenchmark implements Benchmark {
    private static final int STEPS = Integer.getInteger("bench.steps", 600);
    /// Those before are a program that warms up.
    private static final int FIRST = STEPS / 4;

    @Override
    public List<Figure> measure(Path scratch) throws IOException {
        var launcher = Launcher.in(scratch);
        var text = new StringBuilder("commands:\n");
        for (int i = 0; i < STEPS; i++) {
            text.append("  - shell: echo $EPOCHREALTIME >>ours.txt\n");
        }
        Files.writeString(launcher.directory().resolve("steps.yml"), text);
        launcher.prodigy("run", "steps.yml", "-q");
        launcher.shell("seq 1 %d | xargs -P1 -I{} bash -c 'echo $EPOCHREALTIME >>theirs.txt'".formatted(STEPS));
        var ours = gaps(launcher.directory().resolve("ours.txt"));
        var floor = gaps(launcher.directory().resolve("theirs.txt")).median();
        return List.of(
                Figure.of("one shell after the other, xargs", floor, "ms"),
                Figure.of("overhead of a step, p50", ours.at(0.50) - floor, "ms")
                        .atMost(2),
                Figure.of("overhead of a step, p99", ours.at(0.99) - floor, "ms")
                        .atMost(10));
    }

    private record Gaps(List<Double> sorted) {
        double at(double part) {
            return sorted.get((int) (part * (sorted.size() - 1)));
        }

        double median() {
            return at(0.5);
        }
    }

    private static Gaps gaps(Path file) throws IOException {
        var times = Files.readAllLines(file).stream()
                .map(line -> Double.parseDouble(line.replace(',', '.')) * 1000)
                .toList();
        var gaps = new ArrayList<Double>();
        for (int i = FIRST; i < times.size(); i++) {
            gaps.add(times.get(i) - times.get(i - 1));
        }
        gaps.sort(null);
        return new Gaps(gaps);
    }
}

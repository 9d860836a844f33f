package dev.prodigy.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Runs benchmarks and prints a line per figure. Arguments are their names; without any all run.
/// `--markdown` (or `--all`, which runs all) prints the table of `docs/performance.md`.
///
/// | name | measures |
/// |---|---|
/// | `start` | `--help`, `validate` and a `run` up to its first step, as processes |
/// | `memory` | resident memory of a run that waits |
/// | `spawn` | starts of processes: ProcessBuilder beside posix_spawn |
/// | `items` | shell items per second beside xargs and, where installed, GNU parallel |
/// | `steps` | what is added to a step of a list |
/// | `worktrees` | items that commit, in repositories of 1,000 and 10,000 files |
/// | `merges` | merges of items into the session branch |
/// | `journal` | durable records per second with 1, 8, 64 and 512 waiters |
/// | `million` | loading, replay and resume of 10^6 items |
/// | `growth` | what an item costs where there are many |
/// | `dead` | calls that a dead dependency gets, by the policy that guards it |
/// | `validate` | a workflow of 5,000 lines |
/// | `expression`, `interpolation`, `breaker` | single functions: medians of rounds after a warm-up |
///
/// The figures hold for the machine and the moment; what counts are the ratios within one run.
final class Main {
    private static final Map<String, Benchmark> ALL = all();

    private Main() {}

    /// Runs the named benchmarks; an unknown name ends it with exit code 2.
    public static void main(String[] arguments) throws IOException {
        var words = List.of(arguments);
        boolean markdown = words.contains("--markdown") || words.contains("--all");
        var named = words.stream().filter(word -> !word.startsWith("--")).toList();
        var chosen = named.isEmpty() ? List.copyOf(ALL.keySet()) : named;
        for (var name : chosen) {
            if (!ALL.containsKey(name)) {
                System.err.println(
                        "no benchmark is called " + name + "; there are: " + String.join(", ", ALL.keySet()));
                System.exit(2);
            }
        }
        PrintStream out = System.out;
        if (markdown) {
            out.println(machine());
            out.println();
            out.println("| figure | measured: median (least–most) | budget | kept | remark |");
            out.println("|---|---|---|---|---|");
        }
        for (var name : chosen) {
            run(name, markdown);
        }
    }

    private static void run(String name, boolean markdown) throws IOException {
        var begun = Instant.now();
        var scratch = Files.createTempDirectory("prodigy-bench");
        try {
            var benchmark = ALL.get(name);
            for (var figure : benchmark == null ? List.<Figure>of() : benchmark.measure(scratch)) {
                System.out.println(markdown ? figure.row() : figure.toString());
            }
        } catch (IOException | RuntimeException e) {
            System.err.println(name + " could not be measured: " + e);
        } finally {
            remove(scratch);
        }
        System.err.println(name + ": " + Duration.between(begun, Instant.now()).toSeconds() + " s");
    }

    private static String machine() throws IOException {
        var cpu = Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
                .filter(line -> line.startsWith("model name"))
                .map(line -> line.replaceAll(".*: *", ""))
                .findFirst()
                .orElse("unknown processor");
        return "%s, %d cores, Linux %s, Java %s, %s, load at the beginning %.1f"
                .formatted(
                        cpu,
                        Runtime.getRuntime().availableProcessors(),
                        System.getProperty("os.version"),
                        Runtime.version(),
                        Instant.now().toString().substring(0, 10),
                        ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
    }

    private static Map<String, Benchmark> all() {
        var all = new LinkedHashMap<String, Benchmark>();
        all.put("start", new StartBenchmark());
        all.put("memory", new MemoryBenchmark());
        all.put("spawn", new SpawnBenchmark());
        all.put("items", new ItemsBenchmark());
        all.put("steps", new StepsBenchmark());
        all.put("worktrees", new WorktreesBenchmark());
        all.put("merges", new MergesBenchmark());
        all.put("journal", new JournalBenchmark());
        all.put("million", new MillionBenchmark());
        all.put("growth", new GrowthBenchmark());
        all.put("dead", new DeadDependencyBenchmark());
        all.put("validate", new ValidateBenchmark());
        all.put("expression", new ExpressionBenchmark());
        all.put("interpolation", new InterpolationBenchmark());
        all.put("breaker", new BreakerBenchmark());
        return all;
    }

    private static void remove(Path folder) throws IOException {
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, IOException trouble) throws IOException {
                Files.delete(directory);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}

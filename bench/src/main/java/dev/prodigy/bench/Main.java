package dev.prodigy.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Runs benchmarks and prints one line per figure. Arguments are their names; without any all run:
///
/// | name | measures | budget |
/// |---|---|---|
/// | `expression` | evaluation of a parsed condition, and parsing it | 1,000,000/s |
/// | `interpolation` | a value of 10 MB put into a text | one pass |
/// | `validate` | a workflow of 5,000 lines | 50 ms warm, 300 ms as a process |
/// | `breaker` | one admission and one result of a circuit breaker | |
/// | `journal` | durable records per second with 1, 8, 64 and 512 waiters | 80,000/s with 64 |
/// | `replay` | folding 10^6 item events from disk | 2 s |
/// | `start` | `--help`, `validate` and a whole `run` of one step, as processes | 100, 120, 250 ms |
/// | `items` | shell items per second beside xargs and, where installed, GNU parallel | 1,000/s, 2.5 × parallel |
/// | `worktrees` | items that commit, in a repository of 1,000 files | 30/s |
///
/// The figures hold for the machine and the moment; what counts are the ratios within one run.
/// Microbenchmarks are medians of rounds after a warm-up: enough to see a change of a third, not one of a
/// hundredth.
final class Main {
    private static final Map<String, Benchmark> ALL = all();

    private Main() {}

    /// Runs the named benchmarks; an unknown name ends it with exit code 2.
    public static void main(String[] names) throws IOException {
        PrintStream out = System.out;
        var chosen = names.length == 0 ? List.copyOf(ALL.keySet()) : List.of(names);
        for (var name : chosen) {
            var benchmark = ALL.get(name);
            if (benchmark == null) {
                System.err.println(
                        "no benchmark is called " + name + "; there are: " + String.join(", ", ALL.keySet()));
                System.exit(2);
            } else {
                var scratch = Files.createTempDirectory("prodigy-bench");
                try {
                    benchmark.measure(scratch).forEach(out::println);
                } finally {
                    remove(scratch);
                }
            }
        }
    }

    private static Map<String, Benchmark> all() {
        var all = new LinkedHashMap<String, Benchmark>();
        all.put("expression", new ExpressionBenchmark());
        all.put("interpolation", new InterpolationBenchmark());
        all.put("validate", new ValidateBenchmark());
        all.put("breaker", new BreakerBenchmark());
        all.put("journal", new JournalBenchmark());
        all.put("replay", new ReplayBenchmark());
        all.put("start", new StartBenchmark());
        all.put("items", new ItemsBenchmark());
        all.put("worktrees", new WorktreesBenchmark());
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

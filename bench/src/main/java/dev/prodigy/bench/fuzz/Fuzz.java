package dev.prodigy.bench.fuzz;

import dev.prodigy.testkit.fuzz.Escaped;
import dev.prodigy.testkit.fuzz.FuzzTarget;
import dev.prodigy.testkit.fuzz.Growth;
import dev.prodigy.testkit.fuzz.Targets;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/// Feeds random texts to the parts that read texts from outside. Arguments: `[NAME…] [-n COUNT] [-s SEED]`; without
/// names all targets. Input number i is made from SEED + i, so `-s` with a printed seed and `-n 1` repeats it.
///
/// | name | takes |
/// |---|---|
/// | `workflows` | damaged workflow files: YAML, composition, decoding, checks, normal form |
/// | `expressions` | expressions, compiled and evaluated |
/// | `placeholders` | texts with placeholders, in every place |
/// | `shell` | shell texts, rewritten for every shell and inspected |
///
/// Ends with 1 when something was thrown, took longer than a second, or grows with the square of its size.
final class Fuzz {
    private static final int COUNT = 1_000_000;
    private static final int PAIRS = 200;
    private static final int MOST_SHOWN = 20;
    private static final long SLOW = 1_000_000_000L;

    private Fuzz() {}

    /// Runs the command.
    public static void main(String[] arguments) {
        var targets = new ArrayList<FuzzTarget>();
        long count = COUNT;
        long seed = System.nanoTime();
        for (int i = 0; i < arguments.length; i++) {
            switch (arguments[i]) {
                case "-n" -> count = Long.parseLong(arguments[++i]);
                case "-s" -> seed = Long.parseLong(arguments[++i]);
                default -> targets.add(named(arguments[i]));
            }
        }
        boolean good = true;
        for (var target : targets.isEmpty() ? Targets.ALL : targets) {
            good &= run(target, count, seed, System.out);
        }
        System.exit(good ? 0 : 1);
    }

    private static FuzzTarget named(String name) {
        return Targets.ALL.stream()
                .filter(target -> target.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no target " + name + "; there are "
                        + String.join(
                                ", ", Targets.ALL.stream().map(FuzzTarget::name).toList())));
    }

    /// @return whether nothing was found
    static boolean run(FuzzTarget target, long count, long seed, PrintStream out) {
        long begun = System.nanoTime();
        int found = 0;
        for (long i = 0; i < count && found < MOST_SHOWN; i++) {
            var input = target.input(new Random(seed + i));
            var trouble = trouble(target, input);
            if (trouble != null) {
                found++;
                out.printf("%s -s %d -n 1: %s%n  input: %s%n", target.name(), seed + i, trouble, Escaped.of(input));
            }
        }
        List<String> growing = count > 1 ? Growth.of(target, new Random(seed), PAIRS) : List.of();
        growing.forEach(out::println);
        out.printf(
                "%-14s %,d inputs from seed %d in %,d s: %d failures, %d patterns that grow too fast%n",
                target.name(), count, seed, (System.nanoTime() - begun) / 1_000_000_000L, found, growing.size());
        return found == 0 && growing.isEmpty();
    }

    private static @Nullable String trouble(FuzzTarget target, String input) {
        var threads = ManagementFactory.getThreadMXBean();
        long begun = threads.getCurrentThreadCpuTime();
        try {
            target.take(input);
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            var trace = e.getStackTrace();
            return e + (trace.length == 0 ? "" : " at " + trace[0]);
        }
        long took = threads.getCurrentThreadCpuTime() - begun;
        return took > SLOW ? "took " + took / 1_000_000 + " ms" : null;
    }
}

package dev.prodigy.bench.contention;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Locale;

/// Lets many work on one thing at once, round after round, and prints one line:
///
/// - `worktrees`: in each round 64 worktrees are made at once, beside a stranger's `git worktree add`
///   without a lock. None of the 64 may fail. The stranger's own failures are counted and not judged:
///   nobody can lock for it.
/// - `runners`: in each round two to eight `resume` are started at once on one job. One of them must run
///   it, each item once; the others are refused, or print its result.
final class Contention {
    private static final int ROUNDS = 100;

    private Contention() {}

    /// Ends with 1 when a promise is broken, with 2 for a name that is none.
    public static void main(String[] arguments) throws Exception {
        PrintStream out = System.out;
        int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : ROUNDS;
        var scratch = Files.createTempDirectory("prodigy-contention");
        try {
            var shown = switch (arguments.length == 0 ? "" : arguments[0]) {
                case "worktrees" -> new WorktreeShow(scratch).play(rounds);
                case "runners" -> new RunnerShow(scratch, System.getProperty("bench.prodigy", "prodigy")).play(rounds);
                default -> null;
            };
            if (shown == null) {
                System.err.println("bench/contention worktrees|runners [ROUNDS]");
                System.exit(2);
                return;
            }
            out.println(line("show", "rounds", "actions", "failures", "stranger's", "longest round"));
            out.println(line(
                    shown.name(),
                    Integer.toString(rounds),
                    Integer.toString(shown.actions()),
                    Integer.toString(shown.failures().size()),
                    shown.strangers(),
                    shown.longest().toMillis() + " ms"));
            shown.failures().stream().limit(10).forEach(failure -> out.println("  " + failure));
            System.exit(shown.failures().isEmpty() ? 0 : 1);
        } finally {
            remove(scratch);
        }
    }

    private static String line(String... cells) {
        return String.format(Locale.ROOT, "%-12s %8s %10s %10s %12s %16s", (Object[]) cells);
    }

    private static void remove(Path folder) throws IOException {
        try (var all = Files.walk(folder)) {
            for (var path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }
}

package dev.prodigy.testkit.fuzz;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Whether the time a target takes grows with the square of its input: each piece, and pairs of pieces, repeated n
/// and 4n times. Four times as much may take four times as long, with room for caches and the collector; a square
/// takes sixteen.
public final class Growth {
    private static final int MOST = 9;
    private static final int LARGE = 40_000;
    private static final long WORTH_TIMING = 4_000_000;
    private static final int TRIES = 3;

    private Growth() {}

    /// Times a target.
    ///
    /// @param pairs how many random pairs of pieces to try besides the pieces
    /// @return what grows too fast, in words
    public static List<String> of(FuzzTarget target, Random random, int pairs) {
        var patterns = new ArrayList<>(target.pieces());
        for (int i = 0; i < pairs; i++) {
            patterns.add(piece(target, random)
                    + piece(target, random)
                    + (random.nextBoolean() ? piece(target, random) : ""));
        }
        var found = new ArrayList<String>();
        for (var pattern : patterns) {
            var small = pattern.repeat(Math.max(1, LARGE / 4 / pattern.length()));
            long once = nanos(target, small);
            long four = nanos(target, small.repeat(4));
            if (four > WORTH_TIMING && four > MOST * Math.max(once, WORTH_TIMING / MOST)) {
                found.add(String.format(
                        "%s: \"%s\" repeated to %,d characters takes %.1f ms, four times as many %.1f ms",
                        target.name(), Escaped.of(pattern), small.length(), once / 1e6, four / 1e6));
            }
        }
        return found;
    }

    private static String piece(FuzzTarget target, Random random) {
        return target.pieces().get(random.nextInt(target.pieces().size()));
    }

    private static long nanos(FuzzTarget target, String input) {
        var threads = ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int i = 0; i < TRIES; i++) {
            long begun = threads.getCurrentThreadCpuTime();
            target.take(input);
            least = Math.min(least, threads.getCurrentThreadCpuTime() - begun);
        }
        return least;
    }
}

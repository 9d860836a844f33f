package dev.prodigy.bench;

import java.time.Duration;
import java.util.Arrays;
import java.util.function.Supplier;

/// Measures how long one call of a small function takes.
final class Loop {
    private static final Duration WARM_UP = Duration.ofSeconds(1);
    private static final Duration ROUND = Duration.ofMillis(300);
    private static final int ROUNDS = 7;
    private static final int CALLS = 1000;

    /// What calls return is compared with it and never equal, so that no call can be left out as useless.
    private static volatile Object nothing = new Object();

    private Loop() {}

    /// @return the median over the rounds, in nanoseconds per call
    static double nanos(Supplier<?> function) {
        round(function, WARM_UP);
        var rounds = new double[ROUNDS];
        Arrays.setAll(rounds, _ -> round(function, ROUND));
        Arrays.sort(rounds);
        return rounds[ROUNDS / 2];
    }

    /// Measures a function of milliseconds.
    ///
    /// @return the median over the calls after a warm-up, in nanoseconds
    static double nanosOfFew(Supplier<?> function) {
        for (long begun = System.nanoTime(); System.nanoTime() - begun < 10 * WARM_UP.toNanos(); ) {
            timed(function);
        }
        var calls = new double[3 * ROUNDS];
        Arrays.setAll(calls, _ -> timed(function));
        Arrays.sort(calls);
        return calls[calls.length / 2];
    }

    @SuppressWarnings("ReferenceEquality") // it is that object or it is not
    private static double timed(Supplier<?> function) {
        long begun = System.nanoTime();
        if (function.get() == nothing) {
            throw new IllegalStateException("a call returned what it cannot have");
        }
        return System.nanoTime() - begun;
    }

    @SuppressWarnings("ReferenceEquality") // it is that object or it is not
    private static double round(Supplier<?> function, Duration length) {
        long begun = System.nanoTime();
        long calls = 0;
        long spent;
        do {
            for (int i = 0; i < CALLS; i++) {
                if (function.get() == nothing) {
                    throw new IllegalStateException("a call returned what it cannot have");
                }
            }
            calls += CALLS;
            spent = System.nanoTime() - begun;
        } while (spent < length.toNanos());
        return (double) spent / calls;
    }
}

package dev.prodigy.e2e.crash;

import java.util.Random;
import java.util.stream.IntStream;

/// Which of the numbers from 1 to n are tried.
@FunctionalInterface
interface Choice {

    /// @return some of the numbers from 1 to n
    int[] of(int n);

    /// Every k-th, from the first.
    static Choice every(int k) {
        return n -> IntStream.rangeClosed(1, n)
                .filter(number -> (number - 1) % k == 0)
                .toArray();
    }

    /// Those between two numbers, both included.
    static Choice between(int from, int to) {
        return n -> IntStream.rangeClosed(from, Math.min(to, n)).toArray();
    }

    /// So many, spread evenly but for the chance that shifts them.
    static Choice some(int trials, Random random) {
        return n -> IntStream.range(0, trials)
                .map(trial -> 1
                        + random.nextInt(
                                trial * n / trials, Math.max(trial * n / trials + 1, (trial + 1) * n / trials)))
                .toArray();
    }
}

package dev.prodigy.model.delay;

import java.time.Duration;

/// Durations as floating-point nanoseconds: exact up to a hundred days, and without overflow.
final class Nanos {
    private static final double PER_SECOND = 1e9;

    private Nanos() {}

    static double of(Duration duration) {
        return duration.getSeconds() * PER_SECOND + duration.getNano();
    }
}

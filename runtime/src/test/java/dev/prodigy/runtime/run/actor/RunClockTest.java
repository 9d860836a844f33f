package dev.prodigy.runtime.run.actor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RunClockTest {
    private long nanos = 7;

    @Test
    void itGoesOnFromTheFirstLookAtIt() {
        var clock = new RunClock(() -> Instant.EPOCH, () -> nanos, Duration.ofSeconds(3));
        nanos += 100_000_000;
        assertThat(clock.now().elapsed()).isEqualTo(Duration.ofSeconds(3));
        nanos += 2_000_000_000;
        assertThat(clock.now().elapsed()).isEqualTo(Duration.ofSeconds(5));
    }
}

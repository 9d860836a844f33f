package dev.prodigy.runtime.world;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prodigy.engine.world.Cut;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// Spec 03 §8: a drain ends waits for further attempts, and nothing else.
class RetryWaitsTest {
    private static final Duration HOUR = Duration.ofHours(1);

    private final RetryWaits waits = new RetryWaits();
    private final Halt halt = new Halt();

    @Test
    void aWaitEndsWhenNoFurtherAttemptIsToBeMade() {
        waits.end(false);
        assertThatThrownBy(() -> waits.pause(HOUR, halt, false)).isInstanceOf(Cut.class);
    }

    @Test
    void aStepThatHasNothingToWaitForGoesOn() {
        waits.end(true);
        assertThatCode(() -> waits.pause(Duration.ZERO, halt, false)).doesNotThrowAnyException();
        assertThatCode(() -> waits.pause(Duration.ZERO, halt, true)).doesNotThrowAnyException();
    }

    @Test
    void whereTheWorkIsEndedNothingGoesOn() {
        halt.end(false);
        assertThatThrownBy(() -> waits.pause(Duration.ZERO, halt, false)).isInstanceOf(Cut.class);
    }
}

package dev.prodigy.runtime.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SystemTimersTest {
    @Test
    void actionsAreDoneInTimeAndCancelledOnesNever() {
        try (var timers = new SystemTimers()) {
            var cancelled = new CompletableFuture<Void>();
            timers.after(Duration.ofMillis(200), () -> cancelled.complete(null)).cancel();
            long before = timers.nanoTime();
            timers.pause(Duration.ofMillis(201));
            assertThat(timers.nanoTime() - before).isGreaterThanOrEqualTo(201_000_000);
            assertThat(cancelled).isNotDone();
        }
    }
}

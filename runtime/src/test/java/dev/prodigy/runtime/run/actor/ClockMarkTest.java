package dev.prodigy.runtime.run.actor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Spec 02 §12: what is known of the time behind the last event of a process that was killed.
class ClockMarkTest {
    @TempDir
    Path folder;

    @Test
    @Timeout(60)
    void itSaysHowFarTheClockHasComeUntilItIsTakenAway() throws InterruptedException {
        var file = folder.resolve("run.clock");
        var asked = new CountDownLatch(3);
        var mark = new ClockMark(
                file,
                () -> {
                    asked.countDown();
                    return Duration.ofMillis(123_456);
                },
                _ -> Thread.onSpinWait());
        asked.await(); // the first mark is written by then
        assertThat(ClockMark.read(file)).isEqualTo(Duration.ofMillis(123_456));

        mark.close();

        assertThat(file).doesNotExist();
        assertThat(ClockMark.read(file)).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "12 3", "99999999999999999999999"})
    void whatCannotBeReadSaysNothing(String text) throws IOException {
        var file = Files.writeString(folder.resolve("run.clock"), text);

        assertThat(ClockMark.read(file)).isZero();
    }

    @Test
    void theRunClockGoesOnFromTheLaterOfTheTwo() {
        var early = Duration.ofSeconds(5);
        var late = Duration.ofSeconds(9);

        assertThat(RunClock.after(() -> Instant.EPOCH, early, late).now().elapsed())
                .isGreaterThanOrEqualTo(late);
        assertThat(RunClock.after(() -> Instant.EPOCH, late, early).now().elapsed())
                .isGreaterThanOrEqualTo(late);
    }
}

package dev.prodigy.runtime.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.prodigy.runtime.run.request.RunRefused;
import dev.prodigy.runtime.world.Halt;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class EarlyStopTest {
    private final List<String> done = new ArrayList<>();
    private final Halt halt = new Halt();
    private final EarlyStop stop = new EarlyStop(halt, new EarlyStop.Means() {
        @Override
        public void later(Duration delay, Runnable what) {
            done.add("after " + delay.toMillis());
            what.run();
        }

        @Override
        public void killPrograms() {
            done.add("killed");
        }
    });

    @Test
    void whatIsStartedIsGiven() {
        assertThat(stop.await(() -> "run")).isEqualTo("run");
        assertThat(done).isEmpty();
    }

    @Test
    void whatKeepsItFromStartingIsThrownAsItIs() {
        var reason = new IllegalStateException("no");

        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> stop.await(failing(reason)))
                .isSameAs(reason);
    }

    /// The command of a secret was ended, so the secret has no value.
    @Test
    void aStartThatFailsAfterItsEndWasAskedForIsCancelled() {
        halt.end(false);

        assertThatExceptionOfType(RunRefused.class)
                .isThrownBy(() -> stop.await(failing(new IllegalStateException("no"))))
                .matches(refused -> refused.code().equals(EarlyStop.CANCELLED));
        assertThat(done).isEmpty();
    }

    /// The run then ends in its own way.
    @Test
    void aStartThatSucceedsAfterItsEndWasAskedForIsGiven() {
        halt.end(false);

        assertThat(stop.await(() -> "run")).isEqualTo("run");
    }

    @Test
    void aStartThatHangsIsLeftBehindAfterGraceAndLastWords() {
        var never = new CompletableFuture<String>();
        stop.end(false);

        assertThatExceptionOfType(RunRefused.class)
                .isThrownBy(() -> stop.await(never::join))
                .matches(refused -> refused.code().equals(EarlyStop.CANCELLED));
        assertThat(done).containsExactly("after 5000", "after 300", "killed");
        assertThat(halt.isAsked()).isTrue();
        never.complete("late");
    }

    @Test
    void aSecondWishWaitsForNoGrace() {
        var never = new CompletableFuture<String>();
        stop.end(true);

        assertThatExceptionOfType(RunRefused.class).isThrownBy(() -> stop.await(never::join));
        assertThat(done).containsExactly("after 300", "killed");
        never.complete("late");
    }

    private static Supplier<String> failing(RuntimeException reason) {
        return () -> {
            throw reason;
        };
    }
}

package dev.prodigy.runtime.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.runtime.process.output.ByteFilter;
import dev.prodigy.runtime.process.output.CaptureLimits;
import dev.prodigy.runtime.process.output.EventLines;
import dev.prodigy.runtime.process.output.LogFiles;
import dev.prodigy.runtime.process.output.OutputSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ExecutionLimitsTest {
    private static final Duration ATTEMPT = Duration.ofMinutes(3);
    private static final Duration IDLE = Duration.ofMinutes(1);
    private static final Duration GRACE = Duration.ofSeconds(30);

    private final ShellProcesses shell = new ShellProcesses();

    @AfterEach
    void endAll() {
        shell.close();
    }

    @Test
    void anAttemptEndsAtItsLimit() throws Exception {
        var process = shell.startReady("echo ready; exec sleep 1000", new ExecutionLimits(ATTEMPT, null, GRACE));
        shell.timers.advance(ATTEMPT.minusMillis(1));
        assertThat(process.ended()).isNotDone();
        shell.timers.advance(Duration.ofMillis(1));
        var ended = process.await();
        assertThat(ended.cause()).isEqualTo(Cause.TIMED_OUT);
        assertThat(ended.exit()).isEqualTo(new Exit.Signal(15));
        assertThat(ended.isSuccess()).isFalse();
    }

    @Test
    void theGraceAfterALimitIsTheConfiguredOne() throws Exception {
        var process =
                shell.startReady("trap '' TERM; echo ready; sleep 1000", new ExecutionLimits(ATTEMPT, null, GRACE));
        shell.timers.advance(ATTEMPT);
        shell.timers.passWhenAwaited(GRACE);
        var ended = process.await();
        assertThat(ended.exit()).isEqualTo(new Exit.Signal(9));
        assertThat(Duration.between(ended.startedAt(), ended.endedAt())).isEqualTo(ATTEMPT.plus(GRACE));
    }

    @Test
    void aCleanExitAfterTheLimitIsATimeout() throws Exception {
        var process = shell.startReady(
                "trap 'exit 0' TERM; echo ready; sleep 1000 & wait", new ExecutionLimits(ATTEMPT, null, GRACE));
        shell.timers.advance(ATTEMPT);
        var ended = process.await();
        assertThat(ended.exit()).isEqualTo(new Exit.Code(0));
        assertThat(ended.isSuccess()).isFalse();
    }

    @Test
    void aResultAtTheLimitComesTooLate() {
        var order = new CompletableFuture<StopOrder>();
        var slow = new ManualTimers();
        var watch = new LimitWatch(new ExecutionLimits(ATTEMPT, null, GRACE), new LateTimers(slow), order);
        slow.advance(ATTEMPT);
        assertThat(order).isNotDone();
        watch.close();
        assertThat(order).isCompletedWithValue(new StopOrder(Cause.TIMED_OUT, GRACE));
    }

    @Test
    void aProcessThatEndsInTimeLeavesNoTimer() throws Exception {
        var process = shell.start(":", new ExecutionLimits(ATTEMPT, IDLE, GRACE));
        assertThat(process.await().isSuccess()).isTrue();
        shell.timers.advance(ATTEMPT);
        assertThat(process.await().cause()).isEqualTo(Cause.EXITED);
    }

    @Test
    void silenceEndsAnAttempt() throws Exception {
        var process = shell.startReady("echo ready; exec sleep 1000", new ExecutionLimits(null, IDLE, GRACE));
        assertThat(shell.awaitInSteps(process, IDLE).cause()).isEqualTo(Cause.STALLED);
    }

    @Test
    void eachByteStartsTheIdleLimitAnew() {
        var order = new CompletableFuture<StopOrder>();
        var watch = new LimitWatch(new ExecutionLimits(null, IDLE, GRACE), shell.timers, order);
        shell.timers.advance(IDLE.minusSeconds(10));
        watch.signOfLife();
        shell.timers.advance(IDLE.minusSeconds(1));
        assertThat(order).isNotDone();
        shell.timers.advance(Duration.ofSeconds(1));
        assertThat(order).isCompletedWithValue(new StopOrder(Cause.STALLED, GRACE));
        watch.close();
    }

    @Test
    void ofTwoLimitsTheFirstCounts() throws Exception {
        var process = shell.startReady("echo ready; exec sleep 1000", new ExecutionLimits(ATTEMPT, IDLE, GRACE));
        shell.timers.advance(ATTEMPT);
        assertThat(process.await().cause()).isEqualTo(Cause.STALLED);
    }

    /// Noise is read behind the event: when it is, the event has been taken for a sign of life.
    @Test
    void onlyEventsKeepAnAgentAlive(@TempDir Path folder) throws Exception {
        var event = new CountDownLatch(1);
        var noise = new CountDownLatch(1);
        var events = new EventLines(1000, line -> {
            boolean isEvent = line.startsWith("{");
            (isEvent ? event : noise).countDown();
            return isEvent;
        });
        var output = new OutputSpec(LogFiles.NONE, CaptureLimits.NONE, ByteFilter::none, null, events, null);
        var script = "echo '{}'; until [ -e go ]; do sleep 0.01; done; echo noise; echo noise >&2; exec sleep 1000";
        var command = new Command(List.of("bash", "-c", script), folder, ShellProcesses.environment(), null);
        var process = shell.runner.start(shell.spec(command, output, new ExecutionLimits(null, IDLE, GRACE)));
        event.await();
        Files.createFile(folder.resolve("go"));
        noise.await();
        shell.timers.advance(IDLE);
        assertThat(process.await().cause()).isEqualTo(Cause.STALLED);
    }

    /// A clock that is right, with timers that do not fire in time.
    private record LateTimers(ManualTimers clock) implements Timers {
        @Override
        public Instant now() {
            return clock.now();
        }

        @Override
        public long nanoTime() {
            return clock.nanoTime();
        }

        @Override
        public Timer after(Duration delay, Runnable action) {
            return () -> {};
        }
    }
}

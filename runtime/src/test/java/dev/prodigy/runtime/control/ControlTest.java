package dev.prodigy.runtime.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.model.event.ControlEvent;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.home.ChildJvm;
import dev.prodigy.runtime.home.FaultyDisk;
import dev.prodigy.runtime.home.Folders;
import dev.prodigy.runtime.home.HoldLock;
import dev.prodigy.runtime.home.Home;
import dev.prodigy.runtime.home.Owner;
import dev.prodigy.runtime.home.OwnerLock;
import dev.prodigy.runtime.home.RunId;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.time.Time;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Spec 05 §2.7, in virtual time: nobody sleeps.
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ControlTest {
    private static final Instant NOW = Instant.parse("2026-01-31T12:00:00Z");
    private static final Owner SELF = new Owner(42, "here", NOW);
    private static final RunRef RUN =
            new RunRef("app", RunId.parse("workflow-20260131T120000123-abc123").orElseThrow());
    private static final ControlEvent.Received PAUSE =
            new ControlEvent.Received("pause", new Value.Fields(Map.of()), "somebody");

    @TempDir
    Path folder;

    private Home home;
    private final List<Duration> waits = new ArrayList<>();

    @BeforeEach
    void home() throws IOException {
        home = new Home(folder);
        Files.createDirectories(home.events(RUN.repo(), RUN.run()));
    }

    private ControlClient client() {
        return new ControlClient(home, RUN, new Time(InstantSource.fixed(NOW), waits::add));
    }

    @Test
    void nobodyIsWaitedForWhereNobodyWorksOnTheRun() {
        assertThat(client().send(PAUSE)).isInstanceOf(ControlClient.Answer.NotRunning.class);
        assertThat(waits).isEmpty();
    }

    @Test
    void whoDoesNotAnswerWithinTenSecondsLosesTheCommand() {
        try (var _ = take()) {
            assertThat(client().send(PAUSE)).isEqualTo(new ControlClient.Answer.Silent(SELF));
        }
        assertThat(waits.stream().reduce(Duration.ZERO, Duration::plus)).isEqualTo(Duration.ofSeconds(10));
        assertThat(home.control(RUN.run())).doesNotExist();
    }

    /// Its disk was full when it began.
    @Test
    void whoHasNotWrittenDownWhoItIsIsNotWaitedForForEver() throws IOException {
        var lock = home.runLock(RUN.repo(), RUN.run());
        try (var child = ChildJvm.start(":", HoldLock.class, lock.toString())) {
            assertThat(child.line()).isEqualTo("taken");
            Files.write(lock, new byte[0]);
            assertThat(client().send(PAUSE)).isEqualTo(new ControlClient.Answer.Silent(null));
        }
        assertThat(waits.stream().reduce(Duration.ZERO, Duration::plus)).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void aCommandIsAcknowledgedWhenItIsDurable() throws InterruptedException {
        var heard = new ArrayList<ControlEvent.Received>();
        var looks = new CountDownLatch(1);
        try (var _ = take();
                var listener = new ControlListener(
                        home.control(RUN.run()),
                        SELF,
                        event -> {
                            heard.add(event);
                            return CompletableFuture.completedFuture(17L);
                        },
                        _ -> {
                            looks.countDown();
                            Thread.onSpinWait();
                            if (Thread.interrupted()) {
                                throw new InterruptedException();
                            }
                        })) {
            listener.start();
            looks.await();
            var client = new ControlClient(home, RUN, new Time(InstantSource.fixed(NOW), _ -> Thread.onSpinWait()));
            // the patience of the client is counted in its waits, so it is asked until the listener had its turn
            ControlClient.Answer answer;
            do {
                answer = client.send(PAUSE);
            } while (answer instanceof ControlClient.Answer.Silent);
            assertThat(answer).isEqualTo(new ControlClient.Answer.Acknowledged(17));
        }
        assertThat(heard).contains(PAUSE);
    }

    @Test
    void aReplyThatHasNoPlaceAnyMoreIsNotTheLast() throws InterruptedException {
        var looks = new CountDownLatch(1);
        var lost = new AtomicBoolean();
        try (var _ = take();
                var listener = new ControlListener(
                        home.control(RUN.run()),
                        SELF,
                        _ -> {
                            if (!lost.getAndSet(true)) {
                                Folders.delete(home.control(RUN.run()));
                            }
                            return CompletableFuture.completedFuture(17L);
                        },
                        _ -> {
                            looks.countDown();
                            if (Thread.interrupted()) {
                                throw new InterruptedException();
                            }
                        })) {
            listener.start();
            looks.await();
            var client = new ControlClient(home, RUN, new Time(InstantSource.fixed(NOW), _ -> Thread.onSpinWait()));
            boolean acknowledged = false;
            for (int attempt = 0; attempt < 10_000 && !acknowledged; attempt++) {
                acknowledged = client.send(PAUSE) instanceof ControlClient.Answer.Acknowledged;
            }
            assertThat(lost).isTrue();
            assertThat(acknowledged).isTrue();
        }
    }

    @Test
    void aFolderThatSomebodyTakesAwayBeforeTheRequestLiesInItIsMadeAgain() {
        var disk = new FaultyDisk();
        var taken = new AtomicBoolean();
        disk.beforeWrite = file -> {
            if (!taken.getAndSet(true)) {
                Folders.delete(file.getParent());
            }
        };
        try (var _ = take()) {
            var client = new ControlClient(home, RUN, new Time(InstantSource.fixed(NOW), waits::add), disk);
            assertThat(client.send(PAUSE)).isEqualTo(new ControlClient.Answer.Silent(SELF));
        }
        assertThat(taken).isTrue();
    }

    @Test
    void aCommandThatIsBeingCarriedOutIsWaitedForBeyondTheTenSeconds() throws InterruptedException {
        var durable = new CompletableFuture<Long>();
        var asked = new CountDownLatch(1);
        var waited = new AtomicReference<>(Duration.ZERO);
        try (var _ = take();
                var listener = new ControlListener(
                        home.control(RUN.run()),
                        SELF,
                        _ -> {
                            asked.countDown();
                            return durable;
                        },
                        _ -> {
                            if (Thread.interrupted()) {
                                throw new InterruptedException();
                            }
                        })) {
            listener.start();
            var client = new ControlClient(home, RUN, new Time(InstantSource.fixed(NOW), pause -> {
                asked.await();
                if (waited.accumulateAndGet(pause, Duration::plus).equals(Duration.ofSeconds(20))) {
                    durable.complete(17L);
                }
            }));
            assertThat(client.send(PAUSE)).isEqualTo(new ControlClient.Answer.Acknowledged(17));
        }
        assertThat(waited.get()).isGreaterThanOrEqualTo(Duration.ofSeconds(20));
    }

    private OwnerLock take() {
        return switch (OwnerLock.tryTake(home.runLock(RUN.repo(), RUN.run()), SELF)) {
            case OwnerLock.Attempt.Taken(var lock) -> lock;
            case OwnerLock.Attempt.Busy busy -> throw new AssertionError(busy);
        };
    }
}

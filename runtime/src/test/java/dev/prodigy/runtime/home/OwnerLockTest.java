package dev.prodigy.runtime.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prodigy.runtime.home.OwnerLock.Attempt.Busy;
import dev.prodigy.runtime.home.OwnerLock.Attempt.Taken;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnerLockTest {
    private static final Owner SELF = new Owner(42, "here", Instant.parse("2026-01-31T12:00:00Z"));

    @TempDir
    Path folder;

    @Test
    void aFreeLockIsTakenAndSaysByWhom() {
        var file = folder.resolve("run.lock");
        try (var lock = take(file)) {
            assertThat(lock.file()).isEqualTo(file);
            assertThat(OwnerLock.holder(file)).contains(new Busy(Optional.of(SELF)));
        }
        assertThat(file)
                .hasContent("{\"version\":1,\"pid\":42,\"host\":\"here\",\"started_at\":\"2026-01-31T12:00:00.000Z\"}");
        assertThat(OwnerLock.holder(file)).isEmpty();
    }

    @Test
    void aLockNobodyEverTookIsFree() {
        assertThat(OwnerLock.holder(folder.resolve("none"))).isEmpty();
        assertThat(folder.resolve("none")).doesNotExist();
    }

    @Test
    void theSameProcessIsBusyToo() {
        var file = folder.resolve("run.lock");
        try (var _ = take(file)) {
            assertThat(OwnerLock.tryTake(file, SELF)).isEqualTo(new Busy(Optional.of(SELF)));
            assertThat(OwnerLock.tryTake(folder.resolve("../" + folder.getFileName() + "/run.lock"), SELF))
                    .isInstanceOf(Busy.class);
        }
        take(file).close();
    }

    @Test
    void closingTwiceDoesNotFreeTheNextHolder() {
        var file = folder.resolve("run.lock");
        var first = take(file);
        first.close();
        try (var second = take(file)) {
            first.close();
            assertThat(OwnerLock.tryTake(file, SELF)).isInstanceOf(Busy.class);
            assertThat(second.owner()).isEqualTo(SELF);
        }
    }

    @Test
    void ofManyThreadsOneGetsIt() throws Exception {
        var file = folder.resolve("run.lock");
        var tasks = new ArrayList<Callable<OwnerLock.Attempt>>();
        for (int i = 0; i < 16; i++) {
            tasks.add(() -> OwnerLock.tryTake(file, SELF));
        }
        var taken = new ArrayList<OwnerLock>();
        try (var threads = Executors.newFixedThreadPool(16)) {
            for (var attempt : threads.invokeAll(tasks)) {
                if (attempt.get() instanceof Taken(var lock)) {
                    taken.add(lock);
                }
            }
        }
        assertThat(taken).hasSize(1);
        taken.getFirst().close();
    }

    @Test
    void anotherProcessIsNamedAndItsDeathFreesTheLock() throws Exception {
        var file = folder.resolve("run.lock");
        try (var child = ChildJvm.start(":", HoldLock.class, file.toString())) {
            assertThat(child.line()).isEqualTo("taken");
            var attempt = OwnerLock.tryTake(file, SELF);
            assertThat(attempt)
                    .isInstanceOfSatisfying(
                            Busy.class,
                            busy -> assertThat(busy.owner()).map(Owner::pid).contains(child.pid()));
            assertThat(OwnerLock.holder(file)).contains((Busy) attempt);
            child.kill();
        }
        assertThat(OwnerLock.holder(file)).isEmpty();
        take(file).close();
    }

    @Test
    void askingWhileHoldingDoesNotLoseTheLockToAnotherProcess() throws Exception {
        var file = folder.resolve("run.lock");
        try (var _ = take(file)) {
            OwnerLock.holder(file);
            OwnerLock.tryTake(file, SELF);
            try (var child = ChildJvm.start(":", HoldLock.class, file.toString())) {
                assertThat(child.line()).isEqualTo("busy Optional[" + SELF + "]");
            }
        }
    }

    @Test
    void whoOnlyLooksKeepsNobodyFromTakingIt() throws Exception {
        var file = folder.resolve("run.lock");
        take(file).close();
        try (var child = ChildJvm.start(":", LookAtLock.class, file.toString())) {
            assertThat(child.line()).isEqualTo("looking");
            for (int i = 0; i < 5000; i++) {
                take(file).close();
            }
        }
    }

    @Test
    void whoWantsItWaitsForWhatIsDoneWhileItIsFree() throws Exception {
        var file = folder.resolve("run.lock");
        take(file).close();
        var children = new ArrayList<ChildJvm>();

        boolean isDone = OwnerLock.whileFree(file, () -> {
            try {
                children.add(ChildJvm.start(":", HoldLock.class, file.toString()));
                while (!isWaiting(children.getFirst())) {
                    Thread.onSpinWait();
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });

        assertThat(isDone).isTrue();
        try (var child = children.getFirst()) {
            assertThat(child.line()).isEqualTo("taken");
            assertThat(OwnerLock.whileFree(file, Assertions::fail)).isFalse();
        }
    }

    private static boolean isWaiting(ChildJvm child) throws IOException {
        try (var locks = Files.lines(Path.of("/proc/locks"))) {
            return locks.anyMatch(line -> line.contains("->") && line.contains(" " + child.pid() + " "));
        }
    }

    @Test
    void nothingIsDoneWhileThisProcessHoldsIt() {
        var file = folder.resolve("run.lock");
        try (var _ = take(file)) {
            assertThat(OwnerLock.whileFree(file, Assertions::fail)).isFalse();
        }
        assertThat(OwnerLock.whileFree(folder.resolve("none"), () -> {})).isTrue();
    }

    @Test
    void aFileThatWasTakenAwayMayBeLockedAgain() throws IOException {
        var file = folder.resolve("run.lock");
        var old = take(file);
        Files.delete(file);
        try (var _ = take(file)) {
            old.close();
            assertThat(OwnerLock.tryTake(file, SELF)).isInstanceOf(Busy.class);
        }
    }

    @Test
    void contentThatIsNotReadableDoesNotMatter() throws IOException {
        var file = folder.resolve("run.lock");
        Files.writeString(file, "{\"pid\":1e999999999,\"host\":1");
        take(file).close();
    }

    @Test
    void aMissingFolderIsAFailure() {
        assertThatThrownBy(() -> OwnerLock.tryTake(folder.resolve("a/b"), SELF))
                .isInstanceOf(StorageFailure.class)
                .hasMessage("cannot lock " + folder.resolve("a/b") + ": no such file or folder");
    }

    private static OwnerLock take(Path file) {
        return ((Taken) OwnerLock.tryTake(file, SELF)).lock();
    }
}

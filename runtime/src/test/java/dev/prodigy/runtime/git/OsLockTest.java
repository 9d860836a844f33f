package dev.prodigy.runtime.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prodigy.runtime.home.StorageFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class OsLockTest {
    @TempDir
    Path base;

    @Test
    void whoHasItExcludesOthersUntilClosed() {
        var file = base.resolve("deep/lock");
        try (var _ = OsLock.acquire(file)) {
            assertThat(OsLock.tryAcquire(file)).isEmpty();
            assertThat(OsLock.tryAcquire(base.resolve("deep/../deep/lock"))).isEmpty();
            assertThat(otherProcessGets(file)).isFalse();
        }
        assertThat(otherProcessGets(file)).isTrue();
        var again = OsLock.tryAcquire(file);
        assertThat(again).isPresent();
        again.get().close();
    }

    @Test
    void aRefusedTryDoesNotGiveTheLockUp() {
        var file = base.resolve("lock");
        try (var _ = OsLock.acquire(file)) {
            assertThat(OsLock.tryAcquire(file)).isEmpty();
            assertThat(otherProcessGets(file)).isFalse();
        }
    }

    @Test
    void threadsTakeTurns() throws InterruptedException {
        var file = base.resolve("lock");
        var inside = new AtomicInteger();
        var most = new AtomicInteger();
        var threads = new Thread[16];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = Thread.startVirtualThread(() -> {
                for (int n = 0; n < 20; n++) {
                    try (var _ = OsLock.acquire(file)) {
                        most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                        inside.decrementAndGet();
                    }
                }
            });
        }
        for (var thread : threads) {
            thread.join();
        }
        assertThat(most).hasValue(1);
    }

    @Test
    void anInterruptedThreadGetsItAndStaysInterrupted() {
        Thread.currentThread().interrupt();
        try (var _ = OsLock.acquire(base.resolve("lock"))) {
            assertThat(otherProcessGets(base.resolve("lock"))).isFalse();
        }
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void fileAndFolderAreTheOwnersAlone() throws IOException {
        var file = base.resolve("locks/lock");
        OsLock.acquire(file).close();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.getParent())))
                .isEqualTo("rwx------");
    }

    /// Locks of the C library's kind, as the JDK takes them.
    private boolean otherProcessGets(Path file) {
        boolean interrupted = Thread.interrupted();
        try {
            return TempRepo.sh(base, """
                            perl -e 'use Fcntl; open(F, "+<", $ARGV[0]) or die; my $l = pack("s s l! l! i", F_WRLCK, 0, 0, 0, 0);
                            print fcntl(F, F_SETLK, $l) ? "yes" : "no";' '%s'
                            """.formatted(file)).equals("yes");
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Test
    void aFileThatCannotBeOpenedIsAFaultOfTheStorage() throws IOException {
        var file = Files.createFile(base.resolve("locks")).resolve("lock");
        assertThatThrownBy(() -> OsLock.acquire(file)).isInstanceOf(StorageFailure.class);
        assertThatThrownBy(() -> OsLock.tryAcquire(file)).isInstanceOf(StorageFailure.class);
    }
}

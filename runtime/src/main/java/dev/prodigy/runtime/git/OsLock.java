package dev.prodigy.runtime.git;

import dev.prodigy.runtime.home.OwnerOnly;
import dev.prodigy.runtime.home.StorageFailure;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.FileLockInterruptionException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/// A lock of the operating system on a file of prodigy's own, held until closed or until the process dies.
/// Between threads of one process it excludes as well. The file is made when needed and never deleted.
public final class OsLock implements AutoCloseable {
    /// The system's locks belong to the process, and closing any descriptor of a file gives up the process's lock on
    /// it: a file is opened only by the thread that has its permit here.
    private static final ConcurrentMap<Path, Semaphore> PERMITS = new ConcurrentHashMap<>();

    private final FileChannel channel;
    private final FileLock lock;
    private final Semaphore permit;

    private OsLock(FileChannel channel, FileLock lock, Semaphore permit) {
        this.channel = channel;
        this.lock = lock;
        this.permit = permit;
    }

    /// Waits for the lock, without limit and deaf to interrupts, which are kept: holders have it for the time
    /// of a git call.
    ///
    /// @throws StorageFailure when the file cannot be opened
    public static OsLock acquire(Path file) {
        var permit = permitOf(file);
        permit.acquireUninterruptibly();
        boolean interrupted = Thread.interrupted();
        OsLock held = null;
        try {
            while (held == null) {
                try {
                    held = lock(file, FileChannel::lock, permit);
                } catch (FileLockInterruptionException e) {
                    interrupted = true;
                }
            }
            return held;
        } catch (IOException e) {
            throw StorageFailure.of("lock", file, e);
        } finally {
            if (held == null) {
                permit.release();
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /// @return the lock, or nothing when another process or thread has it
    /// @throws StorageFailure when the file cannot be opened
    public static Optional<OsLock> tryAcquire(Path file) {
        var permit = permitOf(file);
        if (!permit.tryAcquire()) {
            return Optional.empty();
        }
        OsLock held = null;
        try {
            held = lock(file, FileChannel::tryLock, permit);
            return Optional.ofNullable(held);
        } catch (IOException e) {
            throw StorageFailure.of("lock", file, e);
        } finally {
            if (held == null) {
                permit.release();
            }
        }
    }

    private interface Locking {
        @Nullable
        FileLock lock(FileChannel channel) throws IOException;
    }

    /// @return the lock, or null when another process has it; the file is open only where it is held
    private static @Nullable OsLock lock(Path file, Locking locking, Semaphore permit) throws IOException {
        var channel = open(file);
        FileLock lock = null;
        try {
            lock = locking.lock(channel);
            return lock == null ? null : new OsLock(channel, lock, permit);
        } finally {
            if (lock == null) {
                channel.close();
            }
        }
    }

    @Override
    public void close() {
        try (channel) {
            lock.release();
        } catch (IOException e) {
            throw GitFailure.of(GitCode.WORKTREE_ERROR, "cannot give up a lock", e);
        } finally {
            permit.release();
        }
    }

    private static Semaphore permitOf(Path file) {
        return PERMITS.computeIfAbsent(file.toAbsolutePath().normalize(), _ -> new Semaphore(1));
    }

    private static FileChannel open(Path file) throws IOException {
        var parent = file.toAbsolutePath().getParent();
        if (parent != null && !Files.isDirectory(parent)) {
            Files.createDirectories(parent, OwnerOnly.folder());
        }
        Set<StandardOpenOption> options = EnumSet.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        return FileChannel.open(file, options, OwnerOnly.file());
    }
}

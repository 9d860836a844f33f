package dev.prodigy.runtime.home;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// An operating system's file lock, held until it is closed or the process dies (spec 05 §5.5, 03 §14).
///
/// POSIX drops a process's lock when *any* of its descriptors of that file is closed. So everything that opens a
/// lock file goes through here, one at a time, and a file this process holds is not opened again: what it would
/// say is remembered.
///
/// To ask for a lock is to lock for a moment, there is no other way. So that nobody who only looks keeps another from
/// taking it, the first byte decides between those who take, and lookers touch only the bytes behind it, which an
/// owner holds too and waits for.
public final class OwnerLock implements AutoCloseable {
    private static final int MAX_CONTENT = 4096;
    /// Bytes that decide who owns.
    private static final long CLAIM = 1;
    /// Where those begin by which lookers see that somebody owns.
    private static final long SIGN = CLAIM;
    private static final Map<Object, OwnerLock> HELD = new HashMap<>();

    /// What came of asking for a lock.
    public sealed interface Attempt {

        /// It is ours now.
        record Taken(OwnerLock lock) implements Attempt {}

        /// Another holds it, perhaps in this very process.
        ///
        /// @param owner who; empty in the moment before the holder has written it down
        record Busy(Optional<Owner> owner) implements Attempt {}
    }

    private final Path file;
    private final Object identity;
    private final FileChannel channel;
    private final Owner owner;

    private OwnerLock(Path file, Object identity, FileChannel channel, Owner owner) {
        this.file = file;
        this.identity = identity;
        this.channel = channel;
        this.owner = owner;
    }

    /// Takes the lock if it is free; never waits. The file is created where missing, its folder must exist.
    ///
    /// @param self what messages in other processes shall say
    /// @throws StorageFailure when the file cannot be opened or locked
    public static Attempt tryTake(Path file, Owner self) {
        synchronized (HELD) {
            try {
                while (true) {
                    createIfMissing(file);
                    var attempt = tryExisting(file, self);
                    if (attempt.isPresent()) {
                        return attempt.get();
                    }
                }
            } catch (IOException e) {
                throw StorageFailure.of("lock", file, e);
            }
        }
    }

    /// Needs no permission to write, and does not disturb others who only look.
    ///
    /// @return who holds the lock now; empty when nobody does
    /// @throws StorageFailure when the file is there but cannot be opened
    public static Optional<Attempt.Busy> holder(Path file) {
        synchronized (HELD) {
            try {
                var held = identity(file).map(HELD::get);
                if (held.isPresent()) {
                    return Optional.of(new Attempt.Busy(Optional.of(held.get().owner)));
                }
                try (var channel = FileChannel.open(file, StandardOpenOption.READ)) {
                    return isSigned(channel) ? Optional.of(new Attempt.Busy(read(channel))) : Optional.empty();
                }
            } catch (NoSuchFileException e) {
                return Optional.empty();
            } catch (IOException e) {
                throw StorageFailure.of("lock", file, e);
            }
        }
    }

    /// Does something while nobody holds the lock: whoever wants it waits until that is done, so it is to be short.
    /// Needs no permission to write.
    ///
    /// @param work asks for no lock
    /// @return whether it was done; false where somebody holds the lock
    /// @throws StorageFailure when the file is there but cannot be opened
    public static boolean whileFree(Path file, Runnable work) {
        synchronized (HELD) {
            try {
                if (identity(file).map(HELD::get).isPresent()) {
                    return false;
                }
                try (var channel = FileChannel.open(file, StandardOpenOption.READ)) {
                    if (isSigned(channel)) {
                        return false;
                    }
                    work.run();
                    return true;
                }
            } catch (NoSuchFileException e) {
                work.run();
                return true;
            } catch (IOException e) {
                throw StorageFailure.of("lock", file, e);
            }
        }
    }

    /// @return the locked file
    public Path file() {
        return file;
    }

    /// @return what messages elsewhere say about us
    public Owner owner() {
        return owner;
    }

    /// Gives the lock back. The file stays. Closing twice does nothing.
    @Override
    public void close() {
        synchronized (HELD) {
            if (HELD.remove(identity, this)) {
                try {
                    channel.close();
                } catch (IOException e) {
                    throw StorageFailure.of("unlock", file, e);
                }
            }
        }
    }

    /// @return empty when a cleaner took the file away meanwhile: a lock on a file without a name protects
    ///     nothing
    private static Optional<Attempt> tryExisting(Path file, Owner self) throws IOException {
        var identity = identity(file);
        if (identity.isEmpty()) {
            return Optional.empty();
        }
        var held = HELD.get(identity.get());
        if (held != null) {
            return Optional.of(new Attempt.Busy(Optional.of(held.owner)));
        }
        FileChannel channel;
        try {
            channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
        boolean taken = false;
        try {
            if (!claim(channel)) {
                return Optional.of(new Attempt.Busy(read(channel)));
            }
            if (!identity.equals(identity(file))) {
                return Optional.empty();
            }
            describe(channel, self);
            var lock = new OwnerLock(file, identity.get(), channel, self);
            HELD.put(identity.get(), lock);
            taken = true;
            return Optional.of(new Attempt.Taken(lock));
        } finally {
            if (!taken) {
                channel.close();
            }
        }
    }

    private static void createIfMissing(Path file) throws IOException {
        try {
            new LocalDisk().create(file).close();
        } catch (FileAlreadyExistsException _) {
            return;
        }
    }

    /// @return whether it is ours now; lookers are waited for, each is done in a moment
    private static boolean claim(FileChannel channel) throws IOException {
        try {
            if (channel.tryLock(0, CLAIM, false) == null) {
                return false;
            }
            return channel.lock(SIGN, Long.MAX_VALUE - SIGN, false).isValid();
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }

    /// Otherwise owners wait until the channel is closed.
    private static boolean isSigned(FileChannel channel) throws IOException {
        try {
            return channel.tryLock(SIGN, Long.MAX_VALUE - SIGN, true) == null;
        } catch (OverlappingFileLockException e) {
            return true;
        }
    }

    /// The lock holds whether or not its description could be written.
    private static void describe(FileChannel channel, Owner self) {
        try {
            channel.truncate(0);
            channel.write(ByteBuffer.wrap(self.toBytes()), 0);
        } catch (IOException _) {
            return;
        }
    }

    private static Optional<Owner> read(FileChannel channel) throws IOException {
        var content = ByteBuffer.allocate(MAX_CONTENT);
        channel.read(content, 0);
        return Owner.fromBytes(Arrays.copyOf(content.array(), content.position()));
    }

    /// @return what tells the file from another one that gets its path later (device and inode); empty when it is
    ///     gone
    private static Optional<Object> identity(Path file) throws IOException {
        try {
            return Optional.ofNullable(
                    Files.readAttributes(file, BasicFileAttributes.class).fileKey());
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }
}

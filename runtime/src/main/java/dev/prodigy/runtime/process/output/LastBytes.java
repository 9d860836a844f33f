package dev.prodigy.runtime.process.output;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Keeps the last bytes of a stream, up to a limit. The first of them are in memory; what is more goes round in a
/// nameless file, where there is a folder for it: many programs may print at once.
final class LastBytes {
    /// With more of them in memory, a thousand streams would be too many.
    private static final int IN_MEMORY = 256 * 1024;

    private static final int INITIAL = 1024;
    private static final int END = 64 * 1024;

    private final int limit;
    private final boolean wholeOrEnd;
    private final @Nullable Path folder;
    private byte[] ring = {};
    private @Nullable FileChannel file;
    /// Bytes ever written.
    private long total;
    /// Whether bytes were lost before the first of these.
    private boolean cut;

    LastBytes(int limit) {
        this(limit, false, null);
    }

    /// @param wholeOrEnd where bytes are lost, only a small end is given
    /// @param folder for the file; null: all is kept in memory
    LastBytes(int limit, boolean wholeOrEnd, @Nullable Path folder) {
        this.limit = limit;
        this.wholeOrEnd = wholeOrEnd;
        this.folder = folder;
    }

    void write(byte[] bytes) {
        int from = Math.max(0, bytes.length - limit);
        total += from;
        grow(bytes.length - from);
        try {
            for (int at = from; at < bytes.length; ) {
                int size = file == null ? ring.length : limit;
                int position = (int) (total % size);
                int count = Math.min(bytes.length - at, size - position);
                if (file == null) {
                    System.arraycopy(bytes, at, ring, position, count);
                } else {
                    put(file, position, ByteBuffer.wrap(bytes, at, count));
                }
                total += count;
                at += count;
            }
        } catch (IOException e) {
            lose(bytes.length);
        }
    }

    /// Begins with what another stream kept.
    void begin(Kept kept) {
        write(kept.bytes());
        cut |= kept.truncated();
    }

    /// Only ever grows while nothing has been overwritten, so that what is there stays in its place.
    private void grow(int more) {
        long needed = Math.min(limit, total + more);
        if (file != null || needed <= ring.length) {
            return;
        }
        if (needed > IN_MEMORY && folder != null && moved(folder)) {
            return;
        }
        ring = Arrays.copyOf(ring, (int) Math.min(limit, Math.max(needed, Math.max(INITIAL, 2L * ring.length))));
    }

    /// @return whether all is in a file now
    private boolean moved(Path into) {
        try {
            var channel = PrivateFile.createNameless(into.resolve("output-" + UUID.randomUUID()));
            put(channel, 0, ByteBuffer.wrap(ring, 0, (int) Math.min(total, ring.length)));
            file = channel;
            ring = new byte[0];
            return true;
        } catch (IOException e) {
            return false; // a disk that refuses: memory may have room
        }
    }

    private static void put(FileChannel channel, long at, ByteBuffer bytes) throws IOException {
        for (long position = at; bytes.hasRemaining(); ) {
            position += channel.write(bytes, position);
        }
    }

    /// The disk took no more: what was kept is not what was printed last.
    private void lose(int more) {
        cut = true;
        total += more;
        close();
        ring = new byte[Math.min(limit, INITIAL)];
        total = 0;
    }

    Kept kept() {
        if (file != null) {
            return keptInFile(file);
        }
        if (ring.length == 0) {
            return new Kept(ring, cut || total > 0);
        }
        if (total <= ring.length) {
            return new Kept(total == ring.length ? ring : Arrays.copyOf(ring, (int) total), cut);
        }
        int oldest = (int) (total % ring.length);
        var bytes = Arrays.copyOfRange(ring, oldest, oldest + ring.length);
        System.arraycopy(ring, 0, bytes, ring.length - oldest, oldest);
        return new Kept(bytes, true);
    }

    private Kept keptInFile(FileChannel channel) {
        boolean truncated = cut || total > limit;
        int length = (int) Math.min(total, truncated && wholeOrEnd ? Math.min(limit, END) : limit);
        var bytes = ByteBuffer.allocate(length);
        try {
            while (bytes.hasRemaining()) {
                long position = (total - length + bytes.position()) % limit;
                int count = (int) Math.min(bytes.remaining(), limit - position);
                if (channel.read(bytes.slice(bytes.position(), count), position) < count) {
                    throw new IOException("the file became shorter");
                }
                bytes.position(bytes.position() + count);
            }
            return new Kept(bytes.array(), truncated);
        } catch (IOException e) {
            return new Kept(new byte[0], true);
        }
    }

    /// Gives back the file, when nothing more is asked.
    void close() {
        try {
            if (file != null) {
                file.close();
            }
        } catch (IOException _) {
            return; // it has no name: it is gone in any case
        } finally {
            file = null;
        }
    }
}

package dev.prodigy.runtime.process.output;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Keeps the last bytes of a stream, up to a limit, and of those before as many as tell where they can be cut.
/// The first of them are in memory; what is more goes round in a nameless file, where there is a folder for it:
/// many programs may print at once.
final class LastBytes {
    /// With more of them in memory, a thousand streams would be too many.
    private static final int IN_MEMORY = 256 * 1024;

    private static final int INITIAL = 1024;
    private static final int END = 64 * 1024;

    private final int limit;
    private final int capacity;
    private final boolean wholeOrEnd;
    private final ByteFilter filter;
    private final @Nullable Path folder;
    private byte[] ring = {};
    private @Nullable FileChannel file;
    /// Bytes ever written.
    private long total;
    /// Whether bytes were lost before the first of these.
    private boolean cut;

    LastBytes(int limit) {
        this(limit, false, ByteFilter.none(), null);
    }

    /// @param wholeOrEnd where bytes are lost, only a small end is given
    /// @param filter says where they can be cut
    /// @param folder for the file; null: all is kept in memory
    LastBytes(int limit, boolean wholeOrEnd, ByteFilter filter, @Nullable Path folder) {
        this.limit = limit;
        this.capacity = limit == 0 ? 0 : limit + filter.looksBack();
        this.wholeOrEnd = wholeOrEnd;
        this.filter = filter;
        this.folder = folder;
    }

    void write(byte[] bytes) {
        int from = Math.max(0, bytes.length - capacity);
        total += from;
        grow(bytes.length - from);
        try {
            for (int at = from; at < bytes.length; ) {
                int size = file == null ? ring.length : capacity;
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
        long needed = Math.min(capacity, total + more);
        if (file != null || needed <= ring.length) {
            return;
        }
        if (needed > IN_MEMORY && folder != null && moved(folder)) {
            return;
        }
        ring = Arrays.copyOf(ring, (int) Math.min(capacity, Math.max(needed, Math.max(INITIAL, 2L * ring.length))));
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
        ring = new byte[Math.min(capacity, INITIAL)];
        total = 0;
    }

    Kept kept() {
        boolean truncated = cut || total > limit;
        boolean small = truncated && wholeOrEnd && file != null;
        int length = (int) Math.min(total, small ? Math.min(limit, END) : limit);
        int before = (int) Math.min(Math.min(total, capacity) - length, filter.looksBack());
        try {
            var bytes = last(before + length);
            int from = before == 0 ? 0 : filter.cut(bytes, before);
            return new Kept(from == 0 ? bytes : Arrays.copyOfRange(bytes, from, bytes.length), truncated);
        } catch (IOException e) {
            return new Kept(new byte[0], true);
        }
    }

    private byte[] last(int length) throws IOException {
        if (file != null) {
            return lastInFile(file, length);
        }
        if (length == ring.length && total % Math.max(1, ring.length) == 0) {
            return ring;
        }
        var bytes = new byte[length];
        int from = (int) ((total - length) % ring.length);
        int first = Math.min(length, ring.length - from);
        System.arraycopy(ring, from, bytes, 0, first);
        System.arraycopy(ring, 0, bytes, first, length - first);
        return bytes;
    }

    private byte[] lastInFile(FileChannel channel, int length) throws IOException {
        var bytes = ByteBuffer.allocate(length);
        while (bytes.hasRemaining()) {
            long position = (total - length + bytes.position()) % capacity;
            int count = (int) Math.min(bytes.remaining(), capacity - position);
            if (channel.read(bytes.slice(bytes.position(), count), position) < count) {
                throw new IOException("the file became shorter");
            }
            bytes.position(bytes.position() + count);
        }
        return bytes.array();
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

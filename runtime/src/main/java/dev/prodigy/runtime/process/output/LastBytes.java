package dev.prodigy.runtime.process.output;

import java.util.Arrays;

/// Keeps the last bytes of a stream. Memory grows with what is printed, up to the limit.
final class LastBytes {
    private static final int INITIAL = 1024;

    private final int limit;
    private byte[] ring = {};
    /// Bytes ever written.
    private long total;
    /// Whether bytes were lost before the first of these.
    private boolean cut;

    LastBytes(int limit) {
        this.limit = limit;
    }

    void write(byte[] bytes) {
        int from = Math.max(0, bytes.length - limit);
        total += from;
        grow(bytes.length - from);
        for (int at = from; at < bytes.length; ) {
            int position = (int) (total % ring.length);
            int count = Math.min(bytes.length - at, ring.length - position);
            System.arraycopy(bytes, at, ring, position, count);
            total += count;
            at += count;
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
        if (needed > ring.length) {
            ring = Arrays.copyOf(ring, (int) Math.min(limit, Math.max(needed, Math.max(INITIAL, 2L * ring.length))));
        }
    }

    Kept kept() {
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
}

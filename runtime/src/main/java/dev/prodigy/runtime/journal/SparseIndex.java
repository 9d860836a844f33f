package dev.prodigy.runtime.journal;

import java.util.Arrays;

/// Remembers where some of many lines begin: one mark per 32 KiB, so at most 16 bytes per line and far less for
/// short ones.
final class SparseIndex {
    private static final long DISTANCE = 32 << 10;

    private long[] lines = new long[64];
    private long[] offsets = new long[64];
    private int count;

    /// Notes where a line begins, if it is far enough behind the last mark. Lines come in order.
    void note(long line, long offset) {
        if (count > 0 && offset - offsets[count - 1] < DISTANCE) {
            return;
        }
        if (count == lines.length) {
            lines = Arrays.copyOf(lines, count * 2);
            offsets = Arrays.copyOf(offsets, count * 2);
        }
        lines[count] = line;
        offsets[count] = offset;
        count++;
    }

    /// @return the number of the last mark at or before a line; the first line is marked
    int floor(long line) {
        int at = Arrays.binarySearch(lines, 0, count, line);
        return at >= 0 ? at : -at - 2;
    }

    long line(int mark) {
        return lines[mark];
    }

    long offset(int mark) {
        return offsets[mark];
    }
}

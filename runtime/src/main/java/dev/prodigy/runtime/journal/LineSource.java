package dev.prodigy.runtime.journal;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/// Cuts a stream into lines without copying them. Of a line that is too long only the end is kept.
final class LineSource implements Closeable {
    private static final int FIRST_CAPACITY = 64 << 10;

    private final InputStream in;
    private final int maxLine;
    private byte[] buffer;
    private int from;
    private int to;
    /// Behind the line's end mark: where the next line begins.
    private int next;
    private int limit;
    private long offset;
    private long lost;
    private long number;
    private boolean ended;

    /// @param offset the position in the file of the stream's first byte
    /// @param maxLine bytes of a line at most, its end included
    LineSource(InputStream in, long offset, int maxLine) {
        this.in = in;
        this.offset = offset;
        this.maxLine = maxLine;
        this.buffer = new byte[Math.min(FIRST_CAPACITY, maxLine)];
    }

    /// Goes to the next line, or to what is left without a line's end.
    ///
    /// @return false at the end of the stream
    boolean advance() throws IOException {
        offset += next - from + lost;
        lost = 0;
        from = next;
        int seen = from;
        while (true) {
            int end = ByteSearch.find(buffer, seen, limit, '\n');
            if (end < limit) {
                return line(end, true);
            }
            int read = fill();
            if (read < 0) {
                return limit > from && line(limit, false);
            }
            seen = limit - read;
        }
    }

    byte[] buffer() {
        return buffer;
    }

    /// @return where the line begins in the buffer
    int from() {
        return from;
    }

    /// @return where it ends, without its end mark
    int to() {
        return to;
    }

    /// @return the position of the line's first byte in the file
    long offset() {
        return offset;
    }

    /// @return the position behind the line in the file
    long endOffset() {
        return offset + lost + (next - from);
    }

    /// @return the line's number, from 1
    long number() {
        return number;
    }

    /// @return whether the line has its end mark
    boolean isEnded() {
        return ended;
    }

    /// @return whether the whole line is there, with its end mark
    boolean isWhole() {
        return ended && lost == 0;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    private boolean line(int end, boolean hasEnd) {
        to = end;
        next = hasEnd ? end + 1 : end;
        ended = hasEnd;
        number++;
        return true;
    }

    /// Reads more behind what there is of the line, making room as far as a line may need it.
    ///
    /// @return how many bytes were read; negative at the end of the stream
    private int fill() throws IOException {
        if (from > 0) {
            System.arraycopy(buffer, from, buffer, 0, limit - from);
            limit -= from;
            from = 0;
        } else if (limit == buffer.length && buffer.length < maxLine) {
            buffer = Arrays.copyOf(buffer, Math.min(maxLine, buffer.length * 2));
        } else if (limit == buffer.length) {
            int dropped = limit / 2;
            System.arraycopy(buffer, dropped, buffer, 0, limit - dropped);
            limit -= dropped;
            lost += dropped;
        }
        int read = in.read(buffer, limit, buffer.length - limit);
        limit += Math.max(0, read);
        return read;
    }
}

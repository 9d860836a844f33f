package dev.prodigy.lang.items;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.function.IntPredicate;

/// UTF-8 bytes as characters, strictly: invalid bytes are a failure at their line and column. A byte order
/// mark at the beginning is dropped. The stream is left open at the end.
final class Utf8Reader extends Reader {
    private static final int CHUNK = 8192;
    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private final InputStream bytes;
    private final IntPredicate allowed;
    private final int longestLine;
    private final CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    private final ByteBuffer undecoded = ByteBuffer.allocate(CHUNK).limit(0);
    private final CharBuffer decoded = CharBuffer.allocate(CHUNK).limit(0);
    private boolean started;
    private boolean ended;
    private int line = 1;
    private int column = 1;
    private long bytesLeft = Long.MAX_VALUE;
    private String tooLarge = "";

    Utf8Reader(InputStream bytes) {
        this(bytes, _ -> true, Integer.MAX_VALUE);
    }

    /// @param allowed tells which code points there may be
    /// @param longestLine in characters
    Utf8Reader(InputStream bytes, IntPredicate allowed, int longestLine) {
        this.bytes = bytes;
        this.allowed = allowed;
        this.longestLine = longestLine;
    }

    /// Limits how much may still be read from the stream.
    ///
    /// @param message says so when there is more
    void limit(long bytesMore, String message) {
        bytesLeft = bytesMore;
        tooLarge = message;
    }

    @Override
    public int read(char[] to, int offset, int length) {
        while (!decoded.hasRemaining()) {
            if (!decode()) {
                return -1;
            }
        }
        int count = Math.min(length, decoded.remaining());
        decoded.get(to, offset, count);
        return count;
    }

    /// Does nothing: the stream belongs to who opened it.
    @Override
    public void close() {}

    /// @return false at the end
    private boolean decode() {
        if (!ended) {
            fill();
        }
        decoded.clear();
        var result = decoder.decode(undecoded, decoded, ended);
        decoded.flip();
        if (!started && decoded.hasRemaining()) {
            started = true;
            if (decoded.get(0) == BYTE_ORDER_MARK) {
                decoded.get();
            }
        }
        boolean some = decoded.hasRemaining();
        advance();
        if (!some && result.isError()) {
            throw invalid(result);
        }
        return some || !ended || undecoded.hasRemaining();
    }

    private void fill() {
        undecoded.compact();
        int read;
        try {
            read = bytes.read(undecoded.array(), undecoded.position(), undecoded.remaining());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (read < 0) {
            ended = true;
        } else {
            bytesLeft -= read;
            undecoded.position(undecoded.position() + read);
        }
        undecoded.flip();
        if (bytesLeft < 0) {
            throw InputInvalid.ofTheWhole(tooLarge);
        }
    }

    private void advance() {
        for (int i = decoded.position(); i < decoded.limit(); i++) {
            char c = decoded.get(i);
            boolean pair = Character.isHighSurrogate(c);
            int codePoint = pair ? Character.toCodePoint(c, decoded.get(++i)) : c;
            if (!allowed.test(codePoint)) {
                throw new InputInvalid("the character U+%04X is not allowed here".formatted(codePoint), line, column);
            }
            if (c == '\n') {
                line++;
                column = 1;
            } else if (column++ > longestLine) {
                throw new InputInvalid("a line longer than " + longestLine + " characters", line, 1);
            }
        }
    }

    private InputInvalid invalid(CoderResult result) {
        var shown = new StringBuilder();
        for (int i = 0; i < result.length(); i++) {
            shown.append(" %02X".formatted(undecoded.get(undecoded.position() + i)));
        }
        return new InputInvalid("invalid UTF-8:" + shown, line, column);
    }
}

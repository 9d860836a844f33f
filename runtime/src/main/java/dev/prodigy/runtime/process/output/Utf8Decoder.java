package dev.prodigy.runtime.process.output;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/// Turns a stream of bytes into text chunk by chunk: a character split over two chunks comes out whole, what is
/// no UTF-8 is replaced.
final class Utf8Decoder {
    private final CharsetDecoder decoder = StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .onUnmappableCharacter(CodingErrorAction.REPLACE);
    private byte[] begun = {};

    /// @return the text up to the last whole character
    String decode(byte[] chunk) {
        return decode(chunk, false);
    }

    /// @return what is left at the stream's end
    String rest() {
        return decode(new byte[0], true);
    }

    private String decode(byte[] chunk, boolean last) {
        var in = ByteBuffer.allocate(begun.length + chunk.length)
                .put(begun)
                .put(chunk)
                .flip();
        var out = CharBuffer.allocate(in.remaining() + 1);
        decoder.decode(in, out, last);
        begun = new byte[in.remaining()];
        in.get(begun);
        return out.flip().toString();
    }
}

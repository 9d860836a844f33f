package dev.prodigy.runtime.journal;

import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/// The checksum at the end of a JSON object: `,"crc":"0a1b2c3d"}` with the CRC-32 of the bytes before it (spec 05
/// §5.2).
///
/// Not safe for several threads.
final class Seal {
    /// Bytes of a seal, without a line's end.
    static final int LENGTH = 18;

    private static final byte[] START = ",\"crc\":\"".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final int DIGITS = 8;

    private final CRC32 crc = new CRC32();

    /// Ends the unfinished object that begins at a position of the buffer.
    ///
    /// @return the checksum
    int append(Bytes to, int from) {
        int sum = sum(to.array(), from, to.length());
        to.write(START);
        for (int shift = 28; shift >= 0; shift -= 4) {
            to.write(HEX[(sum >>> shift) & 15]);
        }
        to.write('"');
        to.write('}');
        return sum;
    }

    /// @return whether the bytes end with a seal, right or wrong
    static boolean isSealed(byte[] bytes, int from, int to) {
        int start = to - LENGTH;
        if (start < from || bytes[to - 1] != '}' || bytes[to - 2] != '"') {
            return false;
        }
        for (int i = 0; i < START.length; i++) {
            if (bytes[start + i] != START[i]) {
                return false;
            }
        }
        for (int i = START.length; i < START.length + DIGITS; i++) {
            byte digit = bytes[start + i];
            if ((digit < '0' || digit > '9') && (digit < 'a' || digit > 'f')) {
                return false;
            }
        }
        return true;
    }

    /// @param from the first byte of a sealed object
    /// @param to behind its last
    /// @return whether its checksum is right
    boolean holds(byte[] bytes, int from, int to) {
        return sum(bytes, from, to - LENGTH) == written(bytes, to);
    }

    /// @return the checksum that a sealed object says it has
    static int written(byte[] bytes, int to) {
        int sum = 0;
        for (int i = to - 2 - DIGITS; i < to - 2; i++) {
            sum = (sum << 4) | (bytes[i] <= '9' ? bytes[i] - '0' : bytes[i] - 'a' + 10);
        }
        return sum;
    }

    private int sum(byte[] bytes, int from, int to) {
        crc.reset();
        crc.update(bytes, from, to - from);
        return (int) crc.getValue();
    }
}

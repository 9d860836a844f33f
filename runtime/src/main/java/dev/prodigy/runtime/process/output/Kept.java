package dev.prodigy.runtime.process.output;

import java.nio.charset.StandardCharsets;

/// The end of what was printed, as much of it as was kept.
///
/// @param bytes as they came, shared: not to be changed
/// @param truncated whether there was more before
@SuppressWarnings("ArrayRecordComponent") // Up to 16 MiB: not copied, and nobody compares two of them.
public record Kept(byte[] bytes, boolean truncated) {
    /// @return the bytes as UTF-8, invalid ones replaced; where the beginning is cut off, from the first whole
    ///     character
    public String text() {
        int from = 0;
        while (truncated && from < Math.min(3, bytes.length) && (bytes[from] & 0xC0) == 0x80) {
            from++;
        }
        return new String(bytes, from, bytes.length - from, StandardCharsets.UTF_8);
    }
}

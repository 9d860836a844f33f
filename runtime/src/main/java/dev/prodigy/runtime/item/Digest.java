package dev.prodigy.runtime.item;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// Sixteen bytes that stand for a text of any length.
record Digest(long high, long low) {

    static Digest of(String text) {
        try {
            var bytes = ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8)));
            return new Digest(bytes.getLong(), bytes.getLong());
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }

    /// @return the first half alone: two texts with equal {@link #shortText} have it in common
    Digest shortened() {
        return new Digest(high, 0);
    }

    /// @return the first 16 hexadecimal digits
    String shortText() {
        return HexFormat.of().toHexDigits(high);
    }
}

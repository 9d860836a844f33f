package dev.prodigy.runtime.snapshot;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/// Bytes of arrays as text. Most items are in the same state as their neighbours: of the arrays of a million items a
/// hundredth is left, which is what is forced to the disk and parsed again.
final class Packed {
    private Packed() {}

    static String pack(byte[] bytes) {
        var deflater = new Deflater(Deflater.BEST_SPEED);
        var packed = new ByteArrayOutputStream();
        try (var out = new DeflaterOutputStream(packed, deflater)) {
            out.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException("in memory", e);
        } finally {
            deflater.end();
        }
        return Base64.getEncoder().encodeToString(packed.toByteArray());
    }

    /// @throws Unimaginable when the text is not of packed bytes
    static byte[] unpack(String text) {
        try (var in = new InflaterInputStream(
                new ByteArrayInputStream(Base64.getDecoder().decode(text)))) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new Unimaginable("not packed: " + e.getMessage());
        }
    }
}

package dev.prodigy.engine.signature;

import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.value.Value;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// What equal failures have in common (spec 02 §9.3).
///
/// @param id 12 hexadecimal digits
/// @param normalised the message without what differs from item to item
public record Signature(String id, String normalised) {
    private static final int BYTES = 6;

    /// @param item the work item that failed, the JSON `null` where there is none
    public static Signature of(ErrorRecord error, Value item) {
        var normalised = NormalisedMessage.of(error.message(), item);
        var text = error.category().word() + "|" + error.code() + "|" + normalised;
        var hash = sha256().digest(text.getBytes(StandardCharsets.UTF_8));
        return new Signature(HexFormat.of().formatHex(hash, 0, BYTES), normalised);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}

package dev.prodigy.runtime.journal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/// A JSON object that is alone in its file and ends with the checksum of a journal's lines (spec 05 §5.2), so
/// that what somebody has changed in it is told from what the program wrote.
public final class SealedObject {
    private SealedObject() {}

    /// @param object a JSON object with members
    /// @return the file's content
    public static byte[] of(String object) {
        var bytes = new Bytes();
        bytes.write(object.substring(0, object.lastIndexOf('}')).getBytes(UTF_8));
        new Seal().append(bytes, 0);
        bytes.write('\n');
        return Arrays.copyOf(bytes.array(), bytes.length());
    }

    /// @param content of the file
    /// @return whether it has a checksum, and that is of something else; older versions of the program wrote none
    public static boolean isAltered(byte[] content) {
        int end = content.length;
        while (end > 0 && Character.isWhitespace(content[end - 1])) {
            end--;
        }
        return Seal.isSealed(content, 0, end) && !new Seal().holds(content, 0, end);
    }
}

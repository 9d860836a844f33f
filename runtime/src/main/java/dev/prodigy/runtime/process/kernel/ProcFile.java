package dev.prodigy.runtime.process.kernel;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/// Reads the small files below `/proc`.
final class ProcFile {
    private ProcFile() {}

    /// @return its bytes as Latin-1; nothing when the process is gone or its file may not be read
    static Optional<String> read(int pid, String file) {
        try (var in = new FileInputStream("/proc/" + pid + "/" + file)) {
            var buffer = new byte[8 * 1024];
            int length = 0;
            for (int count = in.read(buffer); count > 0; count = in.read(buffer, length, buffer.length - length)) {
                length += count;
                if (length == buffer.length) {
                    buffer = Arrays.copyOf(buffer, 2 * length);
                }
            }
            return Optional.of(new String(buffer, 0, length, StandardCharsets.ISO_8859_1));
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}

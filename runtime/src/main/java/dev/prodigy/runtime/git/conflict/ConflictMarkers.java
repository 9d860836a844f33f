package dev.prodigy.runtime.git.conflict;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/// Looks for the lines with which git marks a conflict in a file.
final class ConflictMarkers {
    private static final int LENGTH = 7;

    private ConflictMarkers() {}

    /// @return whether a line begins with seven `<` or seven `>` and a blank; seven `=` alone are also headings
    static boolean areIn(Path file) throws IOException {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        try (var bytes = new BufferedInputStream(Files.newInputStream(file))) {
            boolean lineStart = true;
            int run = 0;
            int sign = 0;
            for (int next = bytes.read(); next >= 0; next = bytes.read()) {
                if (run == LENGTH && next == ' ') {
                    return true;
                }
                boolean counts = (next == '<' || next == '>') && (lineStart || (run > 0 && next == sign));
                run = counts ? run + 1 : 0;
                sign = next;
                lineStart = next == '\n';
            }
            return run == LENGTH;
        }
    }
}

package dev.prodigy.runtime.home;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// What stands at a path where a file is wanted.
public final class FileKind {
    private static final int KIND = 0170000;
    private static final int PIPE = 0010000;
    private static final int SOCKET = 0140000;

    private FileKind() {}

    /// @param path where no regular file is
    /// @return why it is none, such as `it is a folder`; to stand behind a path
    public static String whyNoFile(Path path) {
        if (!Files.exists(path)) {
            return "there is no such file";
        }
        if (Files.isDirectory(path)) {
            return "it is a folder";
        }
        try {
            return Files.getAttribute(path, "unix:mode") instanceof Integer mode
                    ? switch (mode & KIND) {
                        case PIPE -> "it is a named pipe, and a resume could not read it again";
                        case SOCKET -> "it is a socket";
                        default -> "it is a device";
                    }
                    : "it is no regular file";
        } catch (IOException | UnsupportedOperationException e) {
            return "it is no regular file";
        }
    }
}

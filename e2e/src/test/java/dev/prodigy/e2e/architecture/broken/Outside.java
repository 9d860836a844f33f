package dev.prodigy.e2e.architecture.broken;

import java.io.File;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/// Touches what is outside of the program.
public final class Outside {
    private Outside() {}

    record OfPath(Path path) {}

    record OfFile(File file) {}

    record OfChannel(FileChannel channel) {}

    record OfNet(URI address) {}

    record OfProcess(Process process) {}

    static final class OfRuntime {
        int processors() {
            return Runtime.getRuntime().availableProcessors();
        }
    }
}

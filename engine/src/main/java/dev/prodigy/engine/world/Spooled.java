package dev.prodigy.engine.world;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/// An execution whose stdout is kept whole, whatever its size, until this is closed.
///
/// @param ran how it went; of its stdout only the end
/// @param stdout as it came
public record Spooled(Ran ran, InputStream stdout) implements AutoCloseable {
    @Override
    public void close() {
        try {
            stdout.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

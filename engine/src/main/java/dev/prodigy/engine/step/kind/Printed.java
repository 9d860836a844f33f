package dev.prodigy.engine.step.kind;

import dev.prodigy.engine.world.Spooled;
import dev.prodigy.model.error.ErrorRecord;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/// What a shell text printed that no step owns, such as an input command.
///
/// @param error why it failed, or null
/// @param spooled its output; null when it was not begun
public record Printed(@Nullable ErrorRecord error, @Nullable Spooled spooled) implements AutoCloseable {

    /// @return its stdout, to be read once before this is closed
    public InputStream stdout() {
        return spooled == null ? InputStream.nullInputStream() : spooled.stdout();
    }

    @Override
    public void close() {
        if (spooled != null) {
            spooled.close();
        }
    }
}

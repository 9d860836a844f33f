package dev.prodigy.cli.output;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import org.jspecify.annotations.Nullable;

/// A stream of text in UTF-8 that remembers why it could not be written. Whatever the locale says, the program
/// speaks UTF-8.
public final class ResultStream extends PrintStream {
    private static final int BUFFER = 8192;

    private final Outlet outlet;

    /// Buffers what goes to another stream.
    public ResultStream(OutputStream to) {
        this(new Outlet(to));
    }

    private ResultStream(Outlet outlet) {
        super(new BufferedOutputStream(outlet, BUFFER), false, UTF_8);
        this.outlet = outlet;
    }

    /// Writes out what is buffered.
    ///
    /// @return why not everything could be written; null where it could, or where the reader has gone and wants no
    ///     more
    public @Nullable String trouble() {
        flush();
        var failure = outlet.failure;
        return failure == null || "Broken pipe".equals(failure) ? null : failure;
    }

    /// Writes out what is buffered.
    ///
    /// @return whether there ever was something to write
    boolean hasWritten() {
        flush();
        return outlet.used;
    }

    private static final class Outlet extends FilterOutputStream {
        private @Nullable String failure;
        private boolean used;

        Outlet(OutputStream to) {
            super(to);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            used = true;
            try {
                out.write(bytes, from, length);
            } catch (IOException e) {
                failure = String.valueOf(e.getMessage());
                throw e;
            }
        }
    }
}

package dev.prodigy.runtime.world;

import dev.prodigy.engine.redact.RedactingStream;
import dev.prodigy.runtime.process.output.ByteFilter;

/// Masks secrets in one stream of a process's output.
public final class RedactingFilter implements ByteFilter {
    private final RedactingStream stream;

    /// @param stream of this output alone
    public RedactingFilter(RedactingStream stream) {
        this.stream = stream;
    }

    @Override
    public byte[] pass(byte[] chunk) {
        return stream.push(chunk, 0, chunk.length);
    }

    @Override
    public byte[] rest() {
        return stream.finish();
    }

    @Override
    public int looksBack() {
        return stream.looksBack();
    }

    @Override
    public int cut(byte[] bytes, int at) {
        return stream.cut(bytes, at);
    }
}

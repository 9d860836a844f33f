package dev.prodigy.runtime.process.kernel;

import org.jspecify.annotations.Nullable;

/// A pipe that a child writes into. Closing it closes our copy of the end that the child has got, and the reading
/// end too when nobody has taken it: nothing is left open after a start that failed.
final class OutputPipe implements AutoCloseable {
    private final int writeEnd;
    private @Nullable PipeReader reader;

    private OutputPipe(int writeEnd, PipeReader reader) {
        this.writeEnd = writeEnd;
        this.reader = reader;
    }

    static OutputPipe open(Readiness readiness) throws KernelException {
        var ends = Descriptors.pipe();
        try {
            return new OutputPipe(ends.writeEnd(), new PipeReader(ends.readEnd(), readiness));
        } catch (KernelException e) {
            ends.close();
            throw e;
        }
    }

    int writeEnd() {
        return writeEnd;
    }

    /// @return its reading end, which is the caller's from now on
    PipeReader takeReader() {
        var taken = reader;
        if (taken == null) {
            throw new IllegalStateException("the reader has been taken");
        }
        reader = null;
        return taken;
    }

    @Override
    public void close() {
        Descriptors.close(writeEnd);
        if (reader != null) {
            reader.close();
        }
    }
}

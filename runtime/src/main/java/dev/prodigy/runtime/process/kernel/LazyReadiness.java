package dev.prodigy.runtime.process.kernel;

import org.jspecify.annotations.Nullable;

/// Makes the {@link Readiness} when it is first needed: a command that starts no process does not pay for linking
/// C.
public final class LazyReadiness implements AutoCloseable {
    private @Nullable Readiness made;
    private boolean closed;

    /// @return always the same
    public synchronized Readiness get() throws KernelException {
        if (closed) {
            throw new IllegalStateException("closed");
        }
        if (made == null) {
            made = new Readiness();
        }
        return made;
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (made != null) {
            made.close();
            made = null;
        }
    }
}

package dev.prodigy.runtime.process.kernel;

import java.io.IOException;
import java.io.Serial;

/// A call that the kernel refused.
public final class KernelException extends IOException {
    @Serial
    private static final long serialVersionUID = 1;

    private final int errno;

    /// @param call the function's name
    /// @param errno why it failed, see {@link Errno}
    public KernelException(String call, int errno) {
        super(call + ": " + Errno.text(errno));
        this.errno = errno;
    }

    /// @return why it failed, see {@link Errno}
    public int errno() {
        return errno;
    }

    /// @return `result`, when it is no negated error number
    static int checked(String call, int result) throws KernelException {
        if (result < 0) {
            throw new KernelException(call, -result);
        }
        return result;
    }
}

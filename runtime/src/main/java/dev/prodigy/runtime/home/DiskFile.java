package dev.prodigy.runtime.home;

import java.io.Closeable;
import java.io.IOException;

/// A file that is written at its end.
public interface DiskFile extends Closeable {

    /// Writes some of the bytes, at least one; a disk or a size limit may take fewer than all.
    ///
    /// @return how many were written
    /// @throws IOException when none was
    int write(byte[] bytes, int offset, int length) throws IOException;

    /// Makes everything written so far durable.
    void force() throws IOException;

    /// @return the length in bytes
    long size() throws IOException;

    /// Cuts the file; the next write follows at its new end.
    void truncate(long size) throws IOException;

    /// Writes all bytes and gives up at the first failure.
    default void writeFully(byte[] bytes, int offset, int length) throws IOException {
        for (int done = 0; done < length; ) {
            done += write(bytes, offset + done, length - done);
        }
    }
}

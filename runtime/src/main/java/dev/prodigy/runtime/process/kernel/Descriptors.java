package dev.prodigy.runtime.process.kernel;

import static dev.prodigy.runtime.process.kernel.Libc.function;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;

/// Opens, reads and closes descriptors. All are made close-on-exec: no other child inherits them.
final class Descriptors {
    private static final Libc.Function PIPE = function("pipe2");
    private static final Libc.Function MEMORY_FILE = function("memfd_create");
    private static final Libc.Function READ = function("read");
    private static final Libc.Function WRITE = function("write");
    private static final Libc.Function SEEK = function("lseek");
    private static final Libc.Function POLL = function("poll");
    private static final Libc.Function CLOSE = function("close");
    private static final int CHUNK = 64 * 1024;
    private static final int O_CLOEXEC = 0x80000;
    private static final int MFD_CLOEXEC = 1;
    /// `struct pollfd`: the descriptor, what is asked for, what there is.
    private static final int POLLFD = 8;
    private static final int POLLFD_EVENTS = 4;
    private static final int POLLFD_FOUND = 6;
    private static final short POLLIN = 1;

    private Descriptors() {}

    /// The two ends of a pipe.
    record Pipe(int readEnd, int writeEnd) {
        void close() {
            Descriptors.close(readEnd);
            Descriptors.close(writeEnd);
        }
    }

    static Pipe pipe() throws KernelException {
        try (var arena = Arena.ofConfined()) {
            var ends = arena.allocate(JAVA_INT, 2);
            Libc.checked(PIPE, ends.address(), O_CLOEXEC, 0, 0);
            return new Pipe(ends.getAtIndex(JAVA_INT, 0), ends.getAtIndex(JAVA_INT, 1));
        }
    }

    /// A file that exists in memory only. What a process is fed may hold secrets, so it never stands on a disk.
    static int memoryFile(String content) throws KernelException {
        try (var arena = Arena.ofConfined()) {
            int file = Libc.checked(MEMORY_FILE, arena.allocateFrom("stdin").address(), MFD_CLOEXEC, 0, 0);
            var bytes = arena.allocateFrom(content, StandardCharsets.UTF_8);
            long length = bytes.byteSize() - 1;
            for (long at = 0; at < length; ) {
                int written = Libc.call(WRITE, file, bytes.address() + at, length - at);
                if (written < 0) {
                    close(file);
                    throw new KernelException("write", -written);
                }
                at += written;
            }
            return file;
        }
    }

    /// Reads a file from its beginning, wherever those that share it have come to. Needs no further descriptor: what a
    /// program printed is not lost because there are no more.
    static byte[] content(int file) throws KernelException {
        Libc.checked(SEEK, file, 0, 0, 0);
        var content = new ByteArrayOutputStream();
        try (var arena = Arena.ofConfined()) {
            var buffer = arena.allocate(CHUNK);
            for (int count = read(file, buffer); count > 0; count = read(file, buffer)) {
                content.writeBytes(buffer.asSlice(0, count).toArray(JAVA_BYTE));
            }
        }
        return content.toByteArray();
    }

    /// @return how many bytes were read; 0 at the end
    static int read(int descriptor, MemorySegment into) throws KernelException {
        return Libc.checked(READ, descriptor, into.address(), into.byteSize(), 0);
    }

    /// @return whether a read would not wait: there are bytes, or it is at its end
    static boolean isReadable(int descriptor) throws KernelException {
        return found(descriptor) != 0;
    }

    /// @return whether a read would give bytes at once
    static boolean holdsBytes(int descriptor) throws KernelException {
        return (found(descriptor) & POLLIN) != 0;
    }

    private static short found(int descriptor) throws KernelException {
        try (var arena = Arena.ofConfined()) {
            var asked = arena.allocate(POLLFD, POLLFD_EVENTS);
            asked.set(JAVA_INT, 0, descriptor);
            asked.set(JAVA_SHORT, POLLFD_EVENTS, POLLIN);
            Libc.checked(POLL, asked.address(), 1, 0, 0);
            return asked.get(JAVA_SHORT, POLLFD_FOUND);
        }
    }

    static void close(int descriptor) {
        Libc.call(CLOSE, descriptor);
    }
}

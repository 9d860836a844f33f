package dev.prodigy.runtime.process.kernel;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/// Calls functions of the C library by name.
///
/// All of them are called in one shape, six integer registers in and one out. A function that takes fewer ignores
/// the rest, and one that takes 32 bits reads the lower half: so it is in the calling conventions of every 64-bit
/// Linux. Why: the linker makes code per shape. Thirteen exact shapes cost 30 ms more of the time to the first
/// step than this one. Linking happens on first use.
@SuppressWarnings("restricted") // Calling C is its job; the launcher grants native access to this module alone.
final class Libc {
    private static final Linker LINKER = Linker.nativeLinker();
    private static final MethodHandle CALL = LINKER.downcallHandle(
            FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG),
            Linker.Option.captureCallState("errno"));

    /// A function's address.
    record Function(String name, MemorySegment address) {}

    private Libc() {}

    /// @throws UnsupportedOperationException when this system's C library lacks it
    static Function function(String name) {
        return find(name).orElseThrow(() -> missing(name));
    }

    private static UnsupportedOperationException missing(String name) {
        return new UnsupportedOperationException("""
                This system's C library has no %s.

                Processes are started on Linux 5.3 or newer, with glibc 2.29 or musl 1.1.24 or newer.""".formatted(name));
    }

    /// @return the function, or nothing when this system's C library lacks it
    static Optional<Function> find(String name) {
        return LINKER.defaultLookup().find(name).map(address -> new Function(name, address));
    }

    static int call(Function function, long a) {
        return call(function, a, 0, 0, 0, 0, 0);
    }

    static int call(Function function, long a, long b) {
        return call(function, a, b, 0, 0, 0, 0);
    }

    static int call(Function function, long a, long b, long c) {
        return call(function, a, b, c, 0, 0, 0);
    }

    static int call(Function function, long a, long b, long c, long d) {
        return call(function, a, b, c, d, 0, 0);
    }

    /// @return what the function returned, or its negated error number where it returned -1; a call that a signal
    ///     broke off is made again
    static int call(Function function, long a, long b, long c, long d, long e, long f) {
        try (var arena = Arena.ofConfined()) {
            var errno = arena.allocate(JAVA_INT);
            while (true) {
                int result = (int) (long) CALL.invokeExact(function.address(), errno, a, b, c, d, e, f);
                if (result != -1) {
                    return result;
                }
                if (errno.get(JAVA_INT, 0) != Errno.EINTR) {
                    return -errno.get(JAVA_INT, 0);
                }
            }
        } catch (Throwable t) {
            throw new LinkageError(function.name(), t);
        }
    }

    /// @return as {@link #call}, but a refusal is an exception
    static int checked(Function function, long a, long b, long c, long d) throws KernelException {
        return KernelException.checked(function.name(), call(function, a, b, c, d));
    }
}

package dev.prodigy.runtime.process.kernel;

import static dev.prodigy.runtime.process.kernel.Libc.function;

import java.io.File;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/// What a child does with its descriptors before it becomes the program.
final class FileActions implements AutoCloseable {
    private static final Libc.Function INIT = function("posix_spawn_file_actions_init");
    private static final Libc.Function DESTROY = function("posix_spawn_file_actions_destroy");
    private static final Libc.Function OPEN = function("posix_spawn_file_actions_addopen");
    private static final Libc.Function DUPLICATE = function("posix_spawn_file_actions_adddup2");
    private static final Libc.Function CLOSE = function("posix_spawn_file_actions_addclose");
    private static final Libc.Function ENTER = function("posix_spawn_file_actions_addchdir_np");
    /// In glibc since 2.34; musl has none.
    private static final Optional<Libc.Function> CLOSE_FROM = Libc.find("posix_spawn_file_actions_addclosefrom_np");

    /// Larger than `posix_spawn_file_actions_t` of every C library (80 bytes).
    private static final int SIZE = 512;
    /// How many descriptors other threads may open between our look and the start.
    private static final int OPENED_MEANWHILE = 64;

    private final Arena arena;
    private final long actions;

    /// @param arena outlives these actions
    FileActions(Arena arena) throws KernelException {
        this.arena = arena;
        this.actions = arena.allocate(SIZE, 16).address();
        add(Libc.call(INIT, actions));
    }

    /// @return for `posix_spawn`
    long address() {
        return actions;
    }

    FileActions read(int descriptor, String path) throws KernelException {
        return add(Libc.call(OPEN, actions, descriptor, arena.allocateFrom(path).address(), 0, 0, 0));
    }

    FileActions duplicate(int from, int to) throws KernelException {
        return add(Libc.call(DUPLICATE, actions, from, to));
    }

    FileActions enter(Path directory) throws KernelException {
        return add(Libc.call(
                ENTER, actions, arena.allocateFrom(directory.toString()).address()));
    }

    /// Closes all other descriptors. The JVM opens files and sockets without close-on-exec.
    FileActions closeFrom(int lowest) throws KernelException {
        return CLOSE_FROM.isPresent() ? add(Libc.call(CLOSE_FROM.get(), actions, lowest)) : closeEach(lowest);
    }

    /// The same for a C library that cannot do it in one step.
    FileActions closeEach(int lowest) throws KernelException {
        int highest = lowest;
        for (var name : Objects.requireNonNull(new File("/proc/self/fd").list(), "/proc is not mounted")) {
            highest = Math.max(highest, Integer.parseInt(name));
        }
        for (int each = lowest; each <= highest + OPENED_MEANWHILE; each++) {
            add(Libc.call(CLOSE, actions, each));
        }
        return this;
    }

    private FileActions add(int error) throws KernelException {
        if (error != 0) {
            throw new KernelException("posix_spawn_file_actions", error);
        }
        return this;
    }

    @Override
    public void close() {
        Libc.call(DESTROY, actions);
    }
}

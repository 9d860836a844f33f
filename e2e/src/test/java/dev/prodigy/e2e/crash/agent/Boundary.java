package dev.prodigy.e2e.crash.agent;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/// What the rewritten program calls at its boundaries with the world. Lives in the process under test.
public final class Boundary {
    private static final int SIGKILL = 9;
    private static final AtomicInteger PASSED = new AtomicInteger();
    private static final AtomicInteger FORCES = new AtomicInteger();
    private static final AtomicInteger WRITES = new AtomicInteger();
    private static final List<String> NAMES = new ArrayList<>();
    private static Trial trial = new Trial(Trial.Kind.COUNT, 0, 0, Path.of("/dev/null"));
    private static volatile boolean torn;

    private Boundary() {}

    /// Reads what is to happen; the number of boundaries is reported at a regular end.
    static void begin(String arguments) {
        trial = Trial.parse(arguments);
        if (trial.kind() != Trial.Kind.KILL) {
            Runtime.getRuntime().addShutdownHook(new Thread(Boundary::report));
        }
    }

    /// The program is at a boundary.
    ///
    /// @param name of the boundary
    /// @param when `begins` or `ended`
    public static void pass(String name, String when) {
        if (torn && name.equals("write") && when.equals("ended")) {
            die("write torn");
        }
        if (arrived(name + " " + when)) {
            die(name + " " + when);
        }
    }

    /// The program is about to write.
    ///
    /// @return how many bytes it may write: with a torn write it dies in the middle of them
    /// @throws IOException when the disk is to be full
    public static int write(int length) throws IOException {
        if (trial.kind() == Trial.Kind.FULL && trial.strikes(WRITES.incrementAndGet())) {
            throw new IOException("No space left on device");
        }
        if (length > 1 && arrived("write torn")) {
            torn = true;
            return length / 2;
        }
        return length;
    }

    /// The program is about to make a file durable.
    ///
    /// @throws IOException when the disk is to fail
    public static void force() throws IOException {
        if (trial.kind() == Trial.Kind.FORCE && trial.strikes(FORCES.incrementAndGet())) {
            throw new IOException("Input/output error");
        }
    }

    private static boolean arrived(String name) {
        int number = PASSED.incrementAndGet();
        if (trial.kind() == Trial.Kind.COUNT) {
            synchronized (NAMES) {
                NAMES.add(name);
            }
        }
        return trial.kind() == Trial.Kind.KILL && number == trial.from();
    }

    private static void report() {
        synchronized (NAMES) {
            write(String.join("\n", NAMES) + "\n");
        }
    }

    private static void write(String text) {
        try {
            Files.writeString(trial.report(), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Ends the process as `kill -9` does. The report names where.
    @SuppressWarnings("restricted")
    static void die(String name) {
        write(name + "\n");
        try {
            var linker = Linker.nativeLinker();
            var kill = linker.downcallHandle(
                    linker.defaultLookup().find("kill").orElseThrow(),
                    FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT));
            int _ = (int) kill.invokeExact((int) ProcessHandle.current().pid(), SIGKILL);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}

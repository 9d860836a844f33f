package dev.prodigy.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Starts programs as a shell would and takes the time.
///
/// @param directory where they run
/// @param home prodigy's home
record Launcher(Path directory, Path home) {

    static Launcher in(Path scratch) throws IOException {
        return new Launcher(Files.createDirectories(scratch.resolve("work")), scratch.resolve("home"));
    }

    /// Runs prodigy, which must end with 0.
    ///
    /// @return how long it took, in seconds
    double prodigy(String... arguments) throws IOException {
        return run(command(arguments), 0);
    }

    /// Runs prodigy, which must end with a status of its own.
    ///
    /// @return how long it took, in seconds
    double prodigyEndingWith(int status, String... arguments) throws IOException {
        return run(command(arguments), status);
    }

    /// Starts prodigy, whose output goes to the log; the script replaces itself, so this is the JVM.
    Process begin(String... arguments) throws IOException {
        return start(command(arguments));
    }

    /// Runs a shell text.
    ///
    /// @return how long it took, in seconds
    double shell(String text) throws IOException {
        return run(List.of("bash", "-c", text), 0);
    }

    /// @return the `java` that runs this
    static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /// @return whether a program is on the path
    static boolean has(String program) {
        for (var folder : System.getenv().getOrDefault("PATH", "").split(":", -1)) {
            if (Files.isExecutable(Path.of(folder, program))) {
                return true;
            }
        }
        return false;
    }

    /// @param field of `/proc/PID/status`, such as `VmRSS`
    /// @return a process's memory in MiB; 0 when it is gone
    static double memory(Process process, String field) {
        try {
            for (var line : Files.readAllLines(Path.of("/proc/" + process.pid() + "/status"))) {
                if (line.startsWith(field + ":")) {
                    return Double.parseDouble(line.replaceAll("[^0-9]", "")) / 1024;
                }
            }
            return 0;
        } catch (IOException e) {
            return 0;
        }
    }

    private static List<String> command(String... arguments) {
        var command = new ArrayList<String>();
        command.add(System.getProperty("bench.prodigy", "prodigy"));
        command.addAll(List.of(arguments));
        return command;
    }

    private Process start(List<String> command) throws IOException {
        var builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log().toFile());
        builder.environment().put("PRODIGY_HOME", home.toString());
        return builder.start();
    }

    private Path log() {
        return directory.resolveSibling("log");
    }

    private double run(List<String> command, int expected) throws IOException {
        long begun = System.nanoTime();
        try {
            int exitCode = start(command).waitFor();
            if (exitCode != expected) {
                throw new IOException(command + " exited with " + exitCode + ":\n" + Files.readString(log()));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
        return (System.nanoTime() - begun) / 1e9;
    }
}

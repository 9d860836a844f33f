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

    /// Runs prodigy.
    ///
    /// @return how long it took, in seconds
    double prodigy(String... arguments) throws IOException {
        var command = new ArrayList<String>();
        command.add(System.getProperty("bench.root", "..") + "/prodigy");
        command.addAll(List.of(arguments));
        return run(command);
    }

    /// Runs a shell text.
    ///
    /// @return how long it took, in seconds
    double shell(String text) throws IOException {
        return run(List.of("bash", "-c", text));
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

    private double run(List<String> command) throws IOException {
        var log = directory.resolveSibling("log");
        var builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().put("PRODIGY_HOME", home.toString());
        long begun = System.nanoTime();
        try {
            int exitCode = builder.start().waitFor();
            if (exitCode != 0) {
                throw new IOException(command + " exited with " + exitCode + ":\n" + Files.readString(log));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
        return (System.nanoTime() - begun) / 1e9;
    }
}

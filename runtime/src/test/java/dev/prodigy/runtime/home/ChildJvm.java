package dev.prodigy.runtime.home;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A second Java process with the classes of this test, started by a shell so that limits and the umask can be
/// set.
public final class ChildJvm implements AutoCloseable {
    private final Process process;
    private final BufferedReader lines;

    private ChildJvm(Process process) {
        this.process = process;
        this.lines = process.inputReader(StandardCharsets.UTF_8);
    }

    /// @param setting shell commands to run before, such as `umask 000`
    public static ChildJvm start(String setting, Class<?> main, String... arguments) throws IOException {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var command = new ArrayList<>(List.of("sh", "-c", setting + "; exec \"$@\"", "sh", java));
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:-UsePerfData"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        var process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        return new ChildJvm(process);
    }

    /// @return the next line it prints; null at its end
    public String line() throws IOException {
        return lines.readLine();
    }

    public long pid() {
        return process.pid();
    }

    public int exitCode() throws InterruptedException {
        return process.waitFor();
    }

    /// Ends it without a chance to clean up.
    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}

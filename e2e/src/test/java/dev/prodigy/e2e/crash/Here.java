package dev.prodigy.e2e.crash;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.prodigy.cli.Cli;
import dev.prodigy.cli.output.Console;
import dev.prodigy.cli.output.Terminal;
import dev.prodigy.e2e.launcher.Ended;
import dev.prodigy.e2e.sandbox.Sandbox;
import dev.prodigy.runtime.time.Time;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// Runs commands in this process: what follows a crash is the same there, and comes in a fraction of the time
/// that a process of its own takes to start.
final class Here {
    private Here() {}

    /// Runs a command to its end.
    static Ended run(Sandbox sandbox, List<String> command) {
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        var console = new Console(
                InputStream.nullInputStream(),
                new PrintStream(out, true, UTF_8),
                new PrintStream(err, true, UTF_8),
                Terminal.NONE,
                Map.of(
                        "PATH",
                        sandbox.folder().resolve("bin") + ":" + System.getenv("PATH"),
                        "HOME",
                        sandbox.folder().resolve("user").toString(),
                        "PRODIGY_HOME",
                        sandbox.home().toString(),
                        "TRACE",
                        sandbox.folder().resolve("trace").toString()),
                sandbox.repository().directory(),
                Time.OF_MACHINE);
        long start = System.nanoTime();
        int exitCode = Cli.run(command.toArray(String[]::new), console);
        return new Ended(
                exitCode, out.toString(UTF_8), err.toString(UTF_8), Duration.ofNanos(System.nanoTime() - start));
    }

    /// Runs a command to its end.
    static Ended run(Sandbox sandbox, String... command) {
        return run(sandbox, List.of(command));
    }
}

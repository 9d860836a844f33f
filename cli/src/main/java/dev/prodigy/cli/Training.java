package dev.prodigy.cli;

import dev.prodigy.cli.output.Console;
import dev.prodigy.cli.output.Terminal;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;

/// Goes through the commands once, with their output thrown away, while the Java virtual machine records what it
/// loads for
/// its start-up cache. Only the build calls it.
final class Training {
    private static final String GOOD = """
            name: training
            commands:
              - id: first
                shell: "true"
                retry_config: {attempts: 2, initial_delay: 1ms}
                on_failure: {shell: "true"}
              - shell: echo ${first.status}
                when: first.success
            """;
    private static final String BAD = """
            name: training
            mode: mapreduce
            map: {input: [1], agent_template: [{shel: "true"}]}
            """;

    private Training() {}

    /// @param args an empty folder
    public static void main(String[] args) throws IOException {
        var folder = Path.of(args[0]).toAbsolutePath();
        var good = Files.writeString(folder.resolve("good.yml"), GOOD).toString();
        var bad = Files.writeString(folder.resolve("bad.yml"), BAD).toString();
        for (var words : List.of(
                List.of("--help"),
                List.of("help", "run"),
                List.of("nonsense"),
                List.of("validate", good),
                List.of("validate", "-o", "json", "--explain", good),
                List.of("validate", bad),
                List.of("run", good, "--isolation", "none", "-o", "json"),
                List.of("run", good, "--isolation", "none"),
                List.of("events", "last"),
                List.of("events", "ls", "-o", "json"),
                List.of("dlq", "list"))) {
            Cli.run(words.toArray(String[]::new), console(folder));
        }
    }

    private static Console console(Path folder) {
        var environment = new HashMap<>(System.getenv());
        environment.put("PRODIGY_HOME", folder.resolve("home").toString());
        var nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        return new Console(
                new ByteArrayInputStream(new byte[0]),
                nowhere,
                nowhere,
                Terminal.NONE,
                environment,
                folder,
                InstantSource.system());
    }
}

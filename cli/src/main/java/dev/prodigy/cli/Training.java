package dev.prodigy.cli;

import dev.prodigy.cli.output.Console;
import dev.prodigy.cli.output.Terminal;
import dev.prodigy.runtime.time.Time;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;

/// Goes through the commands once, in a small repository of its own and with their output thrown away, while the Java
/// virtual machine records what it loads for its start-up cache. Only the build calls it.
final class Training {
    private static final String REPOSITORY = """
            name: repository
            commands:
              - shell: |
                  git init -q .
                  git config user.name training
                  git config user.email training@localhost
                  printf 'one\\n' > one.txt
                  git add one.txt
                  git commit -q -m first
            """;
    private static final String STEPS = """
            name: steps
            parameters: {word: {type: string, default: it}}
            commands:
              - id: first
                shell: echo "${word:-it}"
                capture: heard
                retry_config: {attempts: 2, initial_delay: 1ms}
                on_failure: {shell: "true"}
              - shell: echo "${heard}" "${first.status}"
                when: first.success && heard == 'it'
              - shell: test -f never
                ignore_errors: true
            outputs: {heard: "${heard}"}
            """;
    private static final String ITEMS = """
            name: items
            mode: mapreduce
            setup:
              - shell: printf '["a", "b", "c"]' > list.json
            map:
              input: list.json
              filter: "item != 'z'"
              max_parallel: 2
              error_policy: {retry_config: {attempts: 2, initial_delay: 1ms}}
              agent_template:
                - shell: test "${item}" != c
                - shell: echo "${item}" > "${item}.txt" && git add . && git commit -q -m "${item}"
            reduce:
              - shell: echo "${map.successful} of ${map.total}"
            """;
    /// So many that the cache also knows what long runs spend their time on.
    private static final String MANY = """
            name: many
            mode: mapreduce
            map:
              input: seq 1 600
              max_parallel: 16
              agent_template:
                - shell: ":"
            """;
    private static final String BAD = """
            name: bad
            mode: mapreduce
            map: {input: [1], agent_template: [{shel: "true"}]}
            """;

    private Training() {}

    /// @param args an empty folder
    public static void main(String[] args) throws IOException {
        var folder = Path.of(args[0]).toAbsolutePath();
        var prepare =
                Files.writeString(folder.resolve("repository.yml"), REPOSITORY).toString();
        var steps = Files.writeString(folder.resolve("steps.yml"), STEPS).toString();
        var items = Files.writeString(folder.resolve("items.yml"), ITEMS).toString();
        var many = Files.writeString(folder.resolve("many.yml"), MANY).toString();
        var bad = Files.writeString(folder.resolve("bad.yml"), BAD).toString();
        Main.touch();
        var process = Console.ofProcess();
        process.flush();
        new CutOffStart(List.of(), process).awaitEnd().over();
        var repository = Files.createDirectory(folder.resolve("repository"));
        for (var words : List.of(
                List.of("--help"),
                List.of("help", "run"),
                List.of("nonsense"),
                List.of("validate", steps),
                List.of("validate", "-o", "json", "--explain", items),
                List.of("validate", bad),
                List.of("run", prepare, "--isolation", "none", "-o", "json"),
                List.of("run", steps, "--isolation", "none"),
                List.of("run", steps),
                List.of("run", many, "--isolation", "none", "-q"),
                List.of("run", items, "-y"),
                List.of("status"),
                List.of("runs", "-o", "json"),
                List.of("logs", "last"),
                List.of("events", "last"),
                List.of("events", "ls", "-o", "json"),
                List.of("dlq", "list"),
                List.of("dlq", "retry", "last", "-y"),
                List.of("resume", "last"))) {
            Cli.run(words.toArray(String[]::new), console(folder, repository));
        }
    }

    private static Console console(Path folder, Path workingFolder) {
        var environment = new HashMap<>(System.getenv());
        environment.put("PRODIGY_HOME", folder.resolve("home").toString());
        environment.put("GIT_CONFIG_GLOBAL", "/dev/null");
        var nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        return new Console(
                new ByteArrayInputStream(new byte[0]),
                nowhere,
                nowhere,
                Terminal.NONE,
                environment,
                workingFolder,
                Time.OF_MACHINE);
    }
}

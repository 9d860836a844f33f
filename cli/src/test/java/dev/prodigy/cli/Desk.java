package dev.prodigy.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.cli.output.Console;
import dev.prodigy.cli.output.Terminal;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.time.Time;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/// Calls the program in this process: a folder to work in, a home of its own, no terminal.
final class Desk {
    private final Path folder;
    private final Map<String, String> environment = new HashMap<>();
    private Terminal terminal = Terminal.NONE;
    private String stdin = "";

    Desk(Path folder) throws IOException {
        this.folder = Files.createDirectories(
                Files.createDirectories(folder).toRealPath().resolve("work"));
        environment.put("PATH", String.valueOf(System.getenv("PATH")));
        environment.put("HOME", folder.toString());
        environment.put("PRODIGY_HOME", home().toString());
    }

    /// What a call came to.
    record Said(int exitCode, String out, String err) {
        /// @return the one document on stdout
        Value.Fields json() {
            return (Value.Fields) Json.parse(out);
        }

        /// @return the value at a path such as `error.code`, as text
        String at(String path) {
            Value value = json();
            for (var name : path.split("\\.", -1)) {
                value = switch (value) {
                    case Value.Fields fields -> fields.members().getOrDefault(name, Value.Null.NULL);
                    case Value.Items(var values) -> values.get(Integer.parseInt(name));
                    case Value other -> other;
                };
            }
            return value instanceof Value.Text(var text) ? text : Json.write(value);
        }
    }

    Path home() {
        return folder.resolveSibling("home");
    }

    Path folder() {
        return folder;
    }

    Desk with(String name, String value) {
        environment.put(name, value);
        return this;
    }

    Desk without(String name) {
        environment.remove(name);
        return this;
    }

    /// From now on this is piped in.
    Desk piping(String text) {
        stdin = text;
        return this;
    }

    /// From now on both outputs are a terminal.
    Desk onTerminal() {
        terminal = new Terminal(false, true, true, 80);
        return this;
    }

    /// Writes a file below the folder.
    Desk file(String name, String text) throws IOException {
        var file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        return this;
    }

    /// Calls git in the folder, one call after the other, each as it would stand behind `git`.
    Desk git(String... calls) throws IOException, InterruptedException {
        var script = "set -e; git " + String.join("; git ", calls);
        var git = new ProcessBuilder("sh", "-c", script)
                .directory(folder.toFile())
                .inheritIO();
        assertThat(git.start().waitFor()).isZero();
        return this;
    }

    /// Calls with the words of a line, split at blanks.
    ///
    /// @param exitCode that it is to have
    Said call(String line, int exitCode) {
        var said = call(line);
        assertThat(said.exitCode()).as("%s: %s", line, said).isEqualTo(exitCode);
        return said;
    }

    /// Calls with the words of a line, split at blanks.
    Said call(String line) {
        return call(line.isBlank() ? List.of() : List.of(line.strip().split(" +", -1)));
    }

    Said call(List<String> words) {
        var out = new ByteArrayOutputStream();
        var said = callWith(words, new PrintStream(out, false, UTF_8));
        return new Said(said.exitCode, out.toString(UTF_8), said.err);
    }

    /// Calls with another stream for the results.
    Said callWith(List<String> words, PrintStream out) {
        var err = new ByteArrayOutputStream();
        var console = console(out, new PrintStream(err, false, UTF_8));
        int exitCode = Cli.run(words.toArray(String[]::new), console);
        console.flush();
        return new Said(exitCode, "", err.toString(UTF_8));
    }

    /// Leaves of the last run's journal that has such a line what stood there when its process was killed.
    ///
    /// @param last the line behind which nothing was written
    void kill(Predicate<String> last) throws IOException {
        try (var files = Files.walk(home().resolve("events"))) {
            var journal = files.filter(file -> file.getFileName().toString().startsWith("events-"))
                    .filter(file -> has(file, last))
                    .max(Comparator.comparing(file -> file.getParent().toString()))
                    .orElseThrow();
            var lines = Files.readAllLines(journal);
            int end = lines.size();
            while (!last.test(lines.get(end - 1))) {
                end--;
            }
            Files.write(journal, lines.subList(0, end));
        }
    }

    private static boolean has(Path file, Predicate<String> line) {
        try (var lines = Files.lines(file)) {
            return lines.anyMatch(line);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// @return what commands reach this place by
    Console console(PrintStream out, PrintStream err) {
        return new Console(
                new ByteArrayInputStream(stdin.getBytes(UTF_8)),
                out,
                err,
                terminal,
                environment,
                folder,
                Time.OF_MACHINE);
    }
}

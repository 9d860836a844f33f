package dev.prodigy.e2e.launcher;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/// Runs the launcher as a child process: in a directory, with exactly the environment given. Immutable.
public final class Prodigy {
    /// How long a command may take before the test fails. Far more than any needs: the machine may be busy.
    /// `-Dprodigy.e2e.patience=SECONDS` is for what is larger than usual.
    public static final Duration LIMIT = Duration.ofSeconds(Integer.getInteger("prodigy.e2e.patience", 300));

    private static final AtomicInteger CALLS = new AtomicInteger();

    private final Path records;
    private final Path directory;
    private final Map<String, String> environment;
    private final String before;

    private Prodigy(Path records, Path directory, Map<String, String> environment, String before) {
        this.records = records;
        this.directory = directory;
        this.environment = Map.copyOf(environment);
        this.before = before;
    }

    /// A launcher whose children's output is kept in a folder.
    public static Prodigy of(Path records, Path directory, Map<String, String> environment) {
        return new Prodigy(records, directory, environment, "");
    }

    /// @return the same, started in another directory
    public Prodigy in(Path other) {
        return new Prodigy(records, other, environment, before);
    }

    /// @return the same with one more variable
    public Prodigy with(String name, String value) {
        var more = new HashMap<>(environment);
        more.put(name, value);
        return new Prodigy(records, directory, more, before);
    }

    /// @return the same, started by a shell that first carries out a text such as `umask 000`
    public Prodigy after(String shellText) {
        return new Prodigy(records, directory, environment, shellText);
    }

    /// Runs a command to its end.
    ///
    /// @throws AssertionError when it does not end in time
    public Ended run(String... arguments) {
        return start(arguments).await();
    }

    /// Runs a command of another form to its end, such as {@link Distribution#bareCommand}.
    public Ended run(List<String> command) {
        return start(command).await();
    }

    /// Starts a command.
    public Running start(String... arguments) {
        return start(Distribution.underTest().command(List.of(arguments)));
    }

    /// Starts a command of another form.
    public Running start(List<String> command) {
        try {
            Files.createDirectories(records);
            var name = "%03d".formatted(CALLS.incrementAndGet());
            var out = records.resolve(name + ".out");
            var err = records.resolve(name + ".err");
            var builder = new ProcessBuilder(wrapped(command))
                    .directory(directory.toFile())
                    .redirectInput(Path.of("/dev/null").toFile())
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile());
            builder.environment().clear();
            builder.environment().putAll(environment);
            var distribution = Distribution.underTest();
            builder.environment().put("PRODIGY_DIST", distribution.folder().toString());
            builder.environment().put("PRODIGY_JDK", distribution.jdk().toString());
            return new Running(builder.start(), out, err, System.nanoTime());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Tests that were started in the background inherit an ignored SIGINT, which the program would respect.
    private List<String> wrapped(List<String> command) {
        var words = new ArrayList<>(List.of("/usr/bin/env", "--default-signal=INT"));
        if (!before.isEmpty()) {
            words.addAll(List.of("bash", "-c", before + "\nexec \"$@\"", "bash"));
        }
        words.addAll(command);
        return words;
    }
}

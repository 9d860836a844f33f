package dev.prodigy.cli.output;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.prodigy.runtime.time.Time;
import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Everything of the outer world that a command starts from. Tests make their own.
///
/// @param in what is typed or piped in
/// @param out results
/// @param err progress and diagnostics
/// @param directory where the program was started; absolute
public record Console(
        InputStream in,
        PrintStream out,
        PrintStream err,
        Terminal terminal,
        Map<String, String> environment,
        Path directory,
        Time time) {
    /// @return that of this process
    public static Console ofProcess() {
        return new Console(
                System.in,
                new ResultStream(new FileOutputStream(FileDescriptor.out)),
                new ResultStream(new FileOutputStream(FileDescriptor.err)),
                Terminal.parse(System.getProperty("prodigy.terminal", "")),
                ofCaller(System.getenv(), System.getProperty("prodigy.lc_all")),
                Path.of("").toAbsolutePath(),
                Time.OF_MACHINE);
    }

    /// @return what o'clock it is
    public InstantSource clock() {
        return time.clock();
    }

    /// @return who gives the commands, for the record
    public static String user() {
        return System.getProperty("user.name", "unknown");
    }

    /// @return whether the terminal understands nothing but text
    public boolean isDumb() {
        return "dumb".equals(environment.get("TERM"));
    }

    /// The launcher gives this process a UTF-8 locale where the caller has another one.
    ///
    /// @param process the environment of this process
    /// @param before the caller's `LC_ALL`, empty where there was none; null when the launcher changed nothing
    /// @return the caller's environment, which steps inherit
    static Map<String, String> ofCaller(Map<String, String> process, @Nullable String before) {
        if (before == null) {
            return process;
        }
        var environment = new HashMap<>(process);
        if (before.isEmpty()) {
            environment.remove("LC_ALL");
        } else {
            environment.put("LC_ALL", before);
        }
        return environment;
    }

    /// @return the variable of the environment, or null when it is unset or empty
    public @Nullable String variable(String name) {
        var value = environment.get(name);
        return value == null || value.isEmpty() ? null : value;
    }

    /// @return the same, started in another directory
    public Console in(Path other) {
        return new Console(in, out, err, terminal, environment, other, time);
    }

    /// @return the line that is typed, without its end; empty at the end of the input
    public String answer() {
        var line = new ByteArrayOutputStream();
        try {
            for (int b = in.read(); b >= 0 && b != '\n'; b = in.read()) {
                line.write(b);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the answer", e);
        }
        return line.toString(UTF_8);
    }

    /// @return why what was said on standard output could not be written, or null
    public @Nullable String trouble() {
        return out instanceof ResultStream results ? results.trouble() : null;
    }

    /// @return whether something was said on standard output
    public boolean hasResult() {
        return out instanceof ResultStream results && results.hasWritten();
    }

    /// Writes out what is buffered.
    public void flush() {
        out.flush();
        err.flush();
    }
}

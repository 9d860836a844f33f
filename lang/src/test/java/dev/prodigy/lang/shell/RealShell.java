package dev.prodigy.lang.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Runs rewritten texts as the runtime does, in a directory that tells whether code ran.
public final class RealShell {
    /// What a text printed, and how it ended.
    public record Result(String output, String errors, int status) {}

    private final String program;
    private final Path directory;

    /// @param program the shell with its options
    public RealShell(String program, Path directory) {
        this.program = program;
        this.directory = directory;
    }

    /// Runs a text that must be ready.
    public Result run(ShellText text) {
        assertThat(text).isInstanceOf(ShellText.Ready.class);
        return run((ShellText.Ready) text);
    }

    /// Runs a text with its side files and variables.
    public Result run(ShellText.Ready ready) {
        try {
            Path side = Files.createTempDirectory(directory.getParent(), "it's side");
            for (SideFile file : ready.files(side.toString())) {
                Files.writeString(side.resolve(file.name()), file.content());
            }
            String script = ready.script(side.toString());
            List<String> command = new ArrayList<>(List.of(program.split(" ", -1)));
            if (ready.needsScriptFile()) {
                Files.writeString(side.resolve("script"), script);
                command.add(side.resolve("script").toString());
            } else {
                command.addAll(List.of("-c", script));
            }
            Path errors = side.resolve("errors");
            Path output = side.resolve("output");
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(directory.toFile())
                    .redirectInput(Path.of("/dev/null").toFile())
                    .redirectOutput(output.toFile())
                    .redirectError(errors.toFile());
            builder.environment().putAll(ready.exported());
            Process process = builder.start();
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            return new Result(read(output), read(errors), process.exitValue());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String read(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }

    /// @return whether something created the file that hostile values try to create
    public boolean codeRan() {
        return Files.exists(directory.resolve("C"));
    }
}

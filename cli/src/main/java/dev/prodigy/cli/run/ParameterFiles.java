package dev.prodigy.cli.run;

import dev.prodigy.runtime.home.FileKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/// The files that a call names for parameters. Each is read once: it may be a pipe, as in `--param-file <(vault …)`.
final class ParameterFiles {
    private final Path directory;
    private final Map<Path, String> texts = new HashMap<>();

    /// @param directory where relative paths begin
    ParameterFiles(Path directory) {
        this.directory = directory;
    }

    /// @return why a file cannot be read, to stand behind its name
    String whyNot(Path file) {
        var path = directory.resolve(file);
        return Files.isRegularFile(path) ? "it may not be read by this user" : FileKind.whyNoFile(path);
    }

    /// @return the file's text, as it was when it was first asked for
    /// @throws IOException when it cannot be read
    String read(Path file) throws IOException {
        var known = texts.get(file);
        if (known != null) {
            return known;
        }
        var text = Files.readString(directory.resolve(file));
        texts.put(file, text);
        return text;
    }
}

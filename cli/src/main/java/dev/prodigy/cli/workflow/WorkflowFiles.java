package dev.prodigy.cli.workflow;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.prodigy.cli.output.Console;
import dev.prodigy.cli.place.Homes;
import dev.prodigy.cli.place.WorkingTree;
import dev.prodigy.engine.redact.Redactor;
import dev.prodigy.lang.load.SourceFiles;
import dev.prodigy.lang.yaml.SourceText;
import dev.prodigy.model.source.Span;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads the files of a workflow for the loader, each once, and remembers them for messages.
public final class WorkflowFiles implements SourceFiles {
    /// The name that means stdin (spec 05 §2.1).
    public static final String STDIN = "-";

    /// What stdin is called in messages.
    public static final String STDIN_LABEL = "<stdin>";

    /// More than a document may have (spec 05 §3, TOO_LARGE).
    private static final int TOO_MANY = (10 << 20) + 1;

    private final Console console;
    private Path directory;
    private final Map<String, byte[]> read = new HashMap<>();
    private final Map<Path, byte[]> remembered = new HashMap<>();
    private final Map<String, SourceText> texts = new HashMap<>();
    private final Set<String> secrets = new HashSet<>();

    /// @param console whose directory relative paths are relative to
    public WorkflowFiles(Console console) {
        this.console = console;
        this.directory = console.directory();
    }

    /// @return how the loader and messages call a file that was named on the command line
    public static String label(String argument) {
        return argument.equals(STDIN) ? STDIN_LABEL : argument;
    }

    /// From now on paths are relative to another directory, such as the one that a workflow on stdin was read in.
    ///
    /// @param other absolute
    public void moveTo(Path other) {
        directory = other;
    }

    /// @return the absolute path of a file that the loader names
    public String absolute(String path) {
        return directory.resolve(path).normalize().toString();
    }

    @Override
    public byte @Nullable [] read(String path) {
        var known = read.get(path);
        if (known != null) {
            return known;
        }
        try {
            var bytes = path.equals(STDIN_LABEL) ? console.in().readNBytes(TOO_MANY) : known(path);
            if (bytes != null) {
                read.put(path, bytes);
            }
            return bytes;
        } catch (IOException | InvalidPathException e) {
            return null;
        }
    }

    private byte @Nullable [] known(String path) throws IOException {
        var kept = remembered.get(directory.resolve(path).normalize());
        return kept == null ? content(path) : kept;
    }

    @Override
    public byte @Nullable [] readValues(String path) {
        try {
            return content(path);
        } catch (IOException | InvalidPathException e) {
            return null;
        }
    }

    /// A named pipe or a device might never end, or never begin; what the shell passes as a file (`<(…)`) does.
    private byte @Nullable [] content(String path) throws IOException {
        var file = directory.resolve(path);
        if (!Files.isRegularFile(file) && !isHandedOver(file)) {
            return null;
        }
        try (var in = Files.newInputStream(file)) {
            return in.readNBytes(TOO_MANY);
        }
    }

    private static boolean isHandedOver(Path file) {
        return file.startsWith("/dev/fd") || file.startsWith("/proc/self/fd") || file.equals(Path.of("/dev/stdin"));
    }

    @Override
    public @Nullable String trouble(String path) {
        try {
            var file = directory.resolve(path);
            if (!Files.exists(file)) {
                return "there is no such file";
            }
            if (Files.isDirectory(file)) {
                return "it is a folder";
            }
            return Files.isRegularFile(file)
                    ? "it may not be read"
                    : "it is a pipe or a device; `-` reads what is piped in";
        } catch (InvalidPathException e) {
            return "that is no path";
        }
    }

    /// Takes this for the content of a file, whatever it holds now, if it is there at all.
    public void remember(String path, String text) {
        var bytes = text.getBytes(UTF_8);
        if (path.equals(STDIN_LABEL)) {
            read.put(path, bytes);
        } else {
            read.remove(path);
            remembered.put(directory.resolve(path).normalize(), bytes);
        }
    }

    @Override
    public @Nullable String root(String holder) {
        var root = WorkingTree.around(directory);
        return root == null ? null : named(root, holder);
    }

    @Override
    public List<String> templates(String name, String holder) {
        var root = WorkingTree.around(directory);
        var base = root == null ? directory : root;
        var home = Homes.of(console);
        return List.of(
                named(base.resolve(Path.of(".prodigy", "templates", name + ".yml")), holder),
                named(base.resolve(Path.of("templates", name + ".yml")), holder),
                home.template(name).resolve("template.yml").toString());
    }

    /// The files of the working tree are all named in the way that the user named the workflow.
    private String named(Path path, String holder) {
        if (holder.startsWith("/")) {
            return path.toString();
        }
        var relative = directory.relativize(path).toString();
        return relative.isEmpty() ? "." : relative;
    }

    /// @return the text of a file that was read; empty when it was not
    public String text(String path) {
        var bytes = read.get(path);
        return bytes == null ? "" : new String(bytes, UTF_8);
    }

    /// Shows no line in which one of these stands.
    public void conceal(Set<String> further) {
        secrets.addAll(further);
    }

    /// @return what takes away the secrets that stand in the files which have been loaded
    public Redactor redactor() {
        return Redactor.of(secrets, List.of());
    }

    /// @return the line of a span, or null when its file was not read or is shorter, or a secret stands in it
    public @Nullable String line(Span span) {
        if (!read.containsKey(span.file())) {
            return null;
        }
        var text = texts.computeIfAbsent(span.file(), file -> new SourceText(file, text(file)));
        var line = span.line() >= 1 && span.line() <= text.lines() ? text.line(span.line()) : null;
        return line == null || secrets.stream().anyMatch(line::contains) ? null : line;
    }
}

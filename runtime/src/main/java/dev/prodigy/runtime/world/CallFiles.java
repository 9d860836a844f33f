package dev.prodigy.runtime.world;

import dev.prodigy.engine.world.Call;
import dev.prodigy.lang.shell.ShellText;
import dev.prodigy.runtime.home.OwnerOnly;
import dev.prodigy.runtime.home.StorageFailure;
import dev.prodigy.runtime.process.Command;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The short-lived files of one execution: scripts that are too long for an argument, values that are too
/// large for the environment, prompts (spec 01 §9.3, 03 §13). They may hold secrets: private, and gone when
/// the execution is over.
final class CallFiles implements AutoCloseable {
    /// On the text's first line, so that the lines keep their numbers.
    private static final String TOGETHER = "exec 2>&1; ";

    private final Path parent;
    private final List<Path> files = new ArrayList<>();
    private @Nullable Path folder;

    CallFiles(Path parent) {
        this.parent = parent;
    }

    /// @return the command that the call comes to
    Command command(Call call) {
        return switch (call.program()) {
            case Call.Program.Shell(var interpreter, var text, boolean together, var _) ->
                shell(call, interpreter, text, together ? TOGETHER : "");
            case Call.Program.Direct(var arguments, var input, var prompt) ->
                new Command(
                        prompt == null ? arguments : filled(arguments, prompt),
                        Path.of(call.directory()),
                        call.environment(),
                        input);
        };
    }

    private Command shell(Call call, List<String> interpreter, ShellText.Ready text, String before) {
        var directory = text.needsFiles() ? folder().toString() : "";
        text.files(directory).forEach(file -> write(file.name(), file.content()));
        var script = before + text.script(directory);
        var arguments = new ArrayList<>(interpreter);
        if (text.needsScriptFile()) {
            arguments.add(write("script", script).toString());
        } else {
            arguments.add("-c");
            arguments.add(looksLikeOption(script) ? " " + script : script);
        }
        return new Command(arguments, Path.of(call.directory()), call.environment(), null);
    }

    /// Whatever a shell makes of `--` behind `-c`: a blank before a command means nothing in all of them.
    private static boolean looksLikeOption(String script) {
        return script.startsWith("-") || script.startsWith("+");
    }

    private List<String> filled(List<String> arguments, String prompt) {
        var file = write("prompt", prompt).toString();
        return arguments.stream()
                .map(argument -> argument.replace("{prompt_file}", file))
                .toList();
    }

    private Path write(String name, String content) {
        var file = folder().resolve(name);
        try {
            Files.createFile(file, OwnerOnly.file());
            files.add(file);
            Files.write(file, content.getBytes(StandardCharsets.UTF_8));
            return file;
        } catch (IOException e) {
            throw StorageFailure.of("write", file, e);
        }
    }

    private Path folder() {
        if (folder == null) {
            try {
                folder = Files.createTempDirectory(parent, "call-");
            } catch (IOException e) {
                throw StorageFailure.of("create", parent, e);
            }
        }
        return folder;
    }

    @Override
    public void close() {
        try {
            for (var file : files) {
                Files.deleteIfExists(file);
            }
            if (folder != null) {
                Files.deleteIfExists(folder);
            }
        } catch (IOException e) {
            // They lie in the folder of the run's temporary files, which goes with the run.
            return;
        }
    }
}

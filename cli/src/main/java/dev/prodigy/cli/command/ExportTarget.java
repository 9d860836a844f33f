package dev.prodigy.cli.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Where an export goes: a file that the user names, or stdout.
public final class ExportTarget implements AutoCloseable {
    private final PrintStream out;
    private final @Nullable Path file;

    private ExportTarget(PrintStream out, @Nullable Path file) {
        this.out = out;
        this.file = file;
    }

    /// @param file as given, or null for stdout
    /// @throws CommandFailure when the file cannot be written
    public static ExportTarget open(Invocation call, @Nullable Path file) {
        if (file == null) {
            return new ExportTarget(call.console().out(), null);
        }
        var path = call.console().directory().resolve(file);
        try {
            OutputStream bytes = Files.newOutputStream(path);
            return new ExportTarget(new PrintStream(new java.io.BufferedOutputStream(bytes), false, UTF_8), path);
        } catch (IOException e) {
            throw failure(path.toString(), reason(e));
        }
    }

    /// @return what to print to
    public PrintStream out() {
        return out;
    }

    /// @return whether it is stdout
    public boolean isStdout() {
        return file == null;
    }

    /// @throws CommandFailure when not everything could be written
    @Override
    public void close() {
        boolean failed = out.checkError();
        if (file != null) {
            out.close();
        }
        if (failed) {
            throw failure(file == null ? "stdout" : file.toString(), "not everything could be written");
        }
    }

    private static String reason(IOException e) {
        return switch (e) {
            case NoSuchFileException _ -> "there is no such folder";
            case AccessDeniedException _ -> "permission denied";
            default -> String.valueOf(e.getMessage());
        };
    }

    private static CommandFailure failure(String where, String reason) {
        return new CommandFailure(
                ExitCode.NOT_POSSIBLE, "cannot_write", "cannot write " + where + ": " + reason, "Name another file.");
    }
}

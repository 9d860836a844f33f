package dev.prodigy.runtime.git;

import dev.prodigy.runtime.home.StorageFailure;
import dev.prodigy.runtime.process.kernel.Errno;
import dev.prodigy.runtime.process.kernel.KernelException;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// Work with git that could not be done, with the code of the error record and what git said.
public class GitFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final GitCode code;
    private final String evidence;
    private final String what;

    /// @param code of the error record
    /// @param message what failed, one line
    public GitFailure(GitCode code, String message) {
        this(code, message, "");
    }

    /// @param evidence the standard error of the command that failed, or an empty text
    public GitFailure(GitCode code, String message, String evidence) {
        super(evidence.isBlank() ? message : message + ": " + lastLine(evidence));
        this.code = code;
        this.evidence = evidence;
        this.what = message;
    }

    /// @param cause what the operating system said, which is not the machine's fault
    protected GitFailure(GitCode code, String message, Exception cause) {
        super(message + ": " + words(cause), cause);
        this.code = code;
        this.evidence = "";
        this.what = message + ": " + words(cause);
    }

    /// @param message what failed, one line
    /// @param cause what the operating system said
    /// @return the failure; that of the storage where the machine is to blame, which no item answers for
    public static RuntimeException of(GitCode code, String message, IOException cause) {
        var detail = firstLine(StorageFailure.detail(cause));
        var fault = cause instanceof KernelException refused && Errno.isShortage(refused.errno())
                ? Optional.of(StorageFailure.Reason.OUT_OF_RESOURCES)
                : StorageFailure.told(detail);
        return fault.<RuntimeException>map(reason -> new StorageFailure(reason, null, message + ": " + detail, cause))
                .orElseGet(() -> new GitFailure(code, message, cause));
    }

    /// @param message what failed, one line
    /// @param evidence the standard error of the command that failed, or an empty text
    /// @param directory where it ran
    /// @return the failure; that of the storage where the machine is to blame, which no item answers for
    static RuntimeException told(GitCode code, String message, String evidence, Path directory) {
        var failure = new GitFailure(code, message, evidence);
        return StorageFailure.told(evidence, directory)
                .<RuntimeException>map(reason -> new StorageFailure(
                        reason, directory, failure.getMessage() + " (in " + directory + ")", failure))
                .orElse(failure);
    }

    /// Only the place of a fault decides whose it is, never its words (spec 02 §2.2).
    ///
    /// @param own a folder of prodigy's own, to which the work had to write
    /// @return this failure; that of the storage where nothing can be written to the folder
    public RuntimeException writingTo(Path own) {
        return Files.isDirectory(own) && Files.isWritable(own)
                ? this
                : new StorageFailure(
                        StorageFailure.Reason.IO_ERROR, own, "cannot write to " + own + ": " + getMessage(), this);
    }

    /// @return the code of the error record
    public GitCode code() {
        return code;
    }

    /// @return the standard error of the command that failed, or an empty text
    public String evidence() {
        return evidence;
    }

    /// @return what failed, and all that the command said of it
    public String whole() {
        return evidence.isBlank() ? what : what + ": " + evidence.strip();
    }

    /// For people: the system's words and the file they are about, not the name of a class.
    private static String words(Exception cause) {
        return switch (cause) {
            case FileSystemException e when e.getFile() != null -> StorageFailure.detail(e) + ": " + e.getFile();
            case IOException e -> firstLine(StorageFailure.detail(e));
            default -> String.valueOf(cause.getMessage());
        };
    }

    /// A process that cannot be started is explained at length.
    private static String firstLine(String text) {
        return text.lines().findFirst().orElse("").strip();
    }

    private static String lastLine(String text) {
        return text.lines()
                .filter(line -> line.startsWith("fatal:"))
                .findFirst()
                .orElseGet(() -> text.lines()
                        .filter(line -> !line.isBlank())
                        .reduce((before, after) -> after)
                        .orElse(""));
    }
}

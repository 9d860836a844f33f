package dev.prodigy.runtime.git;

/// Work with git that could not be done, with the code of the error record and what git said.
public class GitFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final GitCode code;
    private final String evidence;

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
    }

    /// @param cause what the operating system said
    public GitFailure(GitCode code, String message, Exception cause) {
        super(message + ": " + cause, cause);
        this.code = code;
        this.evidence = "";
    }

    /// @return the code of the error record
    public GitCode code() {
        return code;
    }

    /// @return the standard error of the command that failed, or an empty text
    public String evidence() {
        return evidence;
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

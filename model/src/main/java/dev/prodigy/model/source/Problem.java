package dev.prodigy.model.source;

import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Something wrong, or doubtful, in a workflow file (spec 05 §2.3, §3).
///
/// @param code one of the names of {@link ProblemCode}
/// @param message what is wrong, one line
/// @param span where: the offending key for key problems, the value for value problems
/// @param path the place in the document, such as `commands[2].on_failure.strategy`
/// @param suggestion the near miss, or null
/// @param hint what to write instead, or null
public record Problem(
        ProblemCode code,
        Severity severity,
        String message,
        Span span,
        String path,
        @Nullable String suggestion,
        @Nullable String hint) {

    /// How much a problem weighs.
    public enum Severity {
        ERROR,
        WARNING
    }

    /// @return an error with the code's message and nothing to suggest
    public static Problem error(ProblemCode code, String message, Span span, String path) {
        return new Problem(code, Severity.ERROR, message, span, path, null, null);
    }

    /// @return a warning with the code's message and nothing to suggest
    public static Problem warning(ProblemCode code, String message, Span span, String path) {
        return new Problem(code, Severity.WARNING, message, span, path, null, null);
    }

    /// @return this problem with a near miss to suggest
    public Problem suggesting(@Nullable String word) {
        return new Problem(code, severity, message, span, path, word, hint);
    }

    /// @return this problem with words on what to write instead
    public Problem hinting(@Nullable String words) {
        return new Problem(code, severity, message, span, path, suggestion, words);
    }

    /// @return this problem as an error, whatever it was (`--strict`)
    public Problem asError() {
        return new Problem(code, Severity.ERROR, message, span, path, suggestion, hint);
    }

    /// @return this problem with another path
    public Problem at(String other) {
        return new Problem(code, severity, message, span, other, suggestion, hint);
    }

    /// @return this problem, whose message begins with other words
    public Problem after(String words) {
        return new Problem(code, severity, words + message, span, path, suggestion, hint);
    }

    /// @return this problem with other words
    public Problem mapping(UnaryOperator<String> words) {
        return new Problem(
                code,
                severity,
                words.apply(message),
                span,
                path,
                suggestion == null ? null : words.apply(suggestion),
                hint == null ? null : words.apply(hint));
    }

    /// @return whether this alone keeps the workflow from running
    public boolean isError() {
        return severity == Severity.ERROR;
    }
}

package dev.prodigy.runtime.run.request;

import dev.prodigy.model.source.Problem;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.source.Span;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What is missing or wrong of the values that come into a run from outside: parameters, env files, secrets, the
/// profile (spec 01 §12 to §14).
///
/// @param span where it stands: a line of an env file, or the entry that names one; null for what stands in no file
/// @param suggestion the near miss, or null
public record InputProblem(
        ProblemCode code,
        String message,
        @Nullable Span span,
        @Nullable String suggestion) {
    /// Without a place or a suggestion.
    public InputProblem(ProblemCode code, String message) {
        this(code, message, null, null);
    }

    /// @return the same, of what is wrong with a file only because of the values
    public static InputProblem of(Problem problem) {
        return new InputProblem(problem.code(), problem.message(), problem.span(), problem.suggestion());
    }

    /// @return the same in other words
    public InputProblem mapping(UnaryOperator<String> words) {
        return new InputProblem(code, words.apply(message), span, suggestion);
    }

    /// @return whether a problem of a file says the same: that knows the place too
    public boolean isSaidBy(Problem problem) {
        return problem.code() == code && problem.message().equals(message);
    }

    /// @return the member `problems` of an error object (spec 05 §1, "JSON")
    public static Value.Items toValue(List<InputProblem> problems) {
        return new Value.Items(problems.stream().map(InputProblem::toValue).toList());
    }

    /// @return all in one line
    public static String joined(List<InputProblem> problems) {
        return problems.stream().map(InputProblem::line).collect(Collectors.joining("; "));
    }

    private String line() {
        return span == null ? message : span + ": " + message;
    }

    private Value toValue() {
        var fields = new FieldsWriter()
                .put("code", code.name())
                .put("severity", "error")
                .put("message", message);
        if (span != null) {
            fields.put("file", span.file()).put("line", span.line()).put("column", span.column());
        }
        return fields.put("suggestion", suggestion).done();
    }
}

package dev.prodigy.runtime.run;

import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What is missing or wrong of the values that come into a run from outside: parameters, env files, secrets, the
/// profile
/// (spec 01 §12 to §14). It stands in no workflow, so it has no position there.
///
/// @param suggestion the near miss, or null
public record InputProblem(
        ProblemCode code, String message, @Nullable String suggestion) {
    /// Without a suggestion.
    public InputProblem(ProblemCode code, String message) {
        this(code, message, null);
    }

    /// @return the member `problems` of an error object (spec 05 §1, "JSON")
    public static Value.Items toValue(List<InputProblem> problems) {
        return new Value.Items(problems.stream().map(InputProblem::toValue).toList());
    }

    /// @return all in one line
    public static String joined(List<InputProblem> problems) {
        return problems.stream().map(InputProblem::message).collect(Collectors.joining("; "));
    }

    private Value toValue() {
        return new FieldsWriter()
                .put("code", code.name())
                .put("severity", "error")
                .put("message", message)
                .put("suggestion", suggestion)
                .done();
    }
}

package dev.prodigy.cli.workflow;

import dev.prodigy.model.source.Problem;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import java.util.List;
import java.util.Locale;

/// The problems of a workflow as JSON (spec 05 §2.3).
public final class ProblemJson {
    private ProblemJson() {}

    /// @return the member `problems`
    public static Value.Items of(List<Problem> problems) {
        return new Value.Items(problems.stream().<Value>map(ProblemJson::of).toList());
    }

    private static Value.Fields of(Problem problem) {
        return new FieldsWriter()
                .put("code", problem.code().name())
                .put("severity", problem.severity().name().toLowerCase(Locale.ROOT))
                .put("message", problem.message())
                .put("file", problem.span().file())
                .put("line", problem.span().line())
                .put("column", problem.span().column())
                .put("path", problem.path())
                .put("suggestion", problem.suggestion())
                .put("hint", problem.hint())
                .done();
    }
}

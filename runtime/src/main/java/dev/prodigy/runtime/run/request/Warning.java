package dev.prodigy.runtime.run.request;

import dev.prodigy.model.source.Span;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import org.jspecify.annotations.Nullable;

/// What the run would warn of at its beginning.
///
/// @param span what in a file is concerned, or null where it is no single place
public record Warning(String code, String message, @Nullable Span span) {
    /// A warning of no single place.
    public Warning(String code, String message) {
        this(code, message, null);
    }

    /// @return it as a problem of the workflow (spec 05 §2.3)
    public Value.Fields toFields() {
        var problem =
                new FieldsWriter().put("code", code).put("severity", "warning").put("message", message);
        if (span != null) {
            problem.put("file", span.file()).put("line", span.line()).put("column", span.column());
        }
        return problem.done();
    }
}

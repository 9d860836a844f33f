package dev.prodigy.cli.config;

import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;

/// A variable of the environment that configures something in a wrong way.
///
/// @param variable its name
/// @param message one line that names it
record VariableProblem(ProblemCode code, String variable, String message) {
    /// @return the object of `problems`: a variable stands in no file
    Value.Fields toFields() {
        return new FieldsWriter()
                .put("code", code.name())
                .put("severity", "error")
                .put("message", message)
                .put("variable", variable)
                .done();
    }
}

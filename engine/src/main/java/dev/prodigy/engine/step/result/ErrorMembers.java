package dev.prodigy.engine.step.result;

import dev.prodigy.engine.redact.Redactor;
import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.lang.expr.scope.Members;
import dev.prodigy.model.error.ErrorJson;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.value.Value;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/// What handlers read as `error.…`, and by its older name as `test.…` (spec 01 §7, 02 §2.1).
///
/// @param values of the failed execution
public record ErrorMembers(Value.Fields values) implements Members {
    /// What a mode adds, and a record may lack too.
    private static final String HANDLER_ERROR = "handler_error";

    private static final int LAST_OUTPUT = 64 * 1024;

    /// @param redactor knows where an output cannot be cut
    /// @return every field of the record, `.json`, `.step` and `.output`
    public static ErrorMembers of(ErrorRecord error, Product product, Redactor redactor) {
        var record = ErrorJson.write(error);
        var members = new LinkedHashMap<String, Value>();
        // what the record lacks is there all the same, without a value
        ErrorJson.OPTIONAL.forEach(name -> members.put(name, Value.Null.NULL));
        members.put(HANDLER_ERROR, Value.Null.NULL);
        members.putAll(record.members());
        // no process exited with the code of a step that took too long (spec 01 §3)
        var code = product.exitCode();
        if (code != null && code == Product.TIMED_OUT && error.evidence().exitCode() == null) {
            members.put("exit_code", Value.of(code.longValue()));
        }
        members.put("json", record);
        var step = record.get("node_id");
        members.put("step", step == null ? Value.Null.NULL : step);
        members.put("output", Value.of(redactor.endOf(product.output(), LAST_OUTPUT)));
        return new ErrorMembers(new Value.Fields(members));
    }

    /// @return `.output`, `.exit_code` and `.attempt`, what `test` gives (spec 01 §7)
    public static ErrorMembers test(StepResult failed, Redactor redactor) {
        var code = failed.product().exitCode();
        return new ErrorMembers(new Value.Fields(Map.of(
                "output", Value.of(redactor.endOf(failed.product().output(), LAST_OUTPUT)),
                "exit_code", code == null ? Value.Null.NULL : Value.of(code.longValue()),
                "attempt", Value.of(failed.attempts()))));
    }

    /// @return whether a handler runs here, whose `error` this is
    public static boolean isIn(Variables variables) {
        return variables.find("error") instanceof Binding.Namespace(ErrorMembers _);
    }

    @Override
    public Binding find(String name) {
        var value = values.get(name);
        return value == null ? Binding.notOwned() : Binding.data(value);
    }

    @Override
    public Collection<String> names() {
        return values.members().keySet();
    }
}

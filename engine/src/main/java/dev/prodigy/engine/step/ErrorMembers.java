package dev.prodigy.engine.step;

import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.lang.expr.scope.Members;
import dev.prodigy.model.error.ErrorJson;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.value.Value;
import java.util.LinkedHashMap;
import java.util.Map;

/// What handlers read as `error.…`, and by its older name as `test.…` (spec 01 §7, 02 §2.1).
public final class ErrorMembers {
    /// What a mode adds, and a record may lack too.
    private static final String HANDLER_ERROR = "handler_error";

    private static final int LAST_OUTPUT = 64 * 1024;

    private ErrorMembers() {}

    /// @return every field of the record, `.json`, `.step` and `.output`
    public static Members of(ErrorRecord error, Product product) {
        var record = ErrorJson.write(error);
        var members = new LinkedHashMap<String, Binding>();
        // what the record lacks is there all the same, without a value
        ErrorJson.OPTIONAL.forEach(name -> members.put(name, Binding.data(Value.Null.NULL)));
        members.put(HANDLER_ERROR, Binding.data(Value.Null.NULL));
        record.members().forEach((name, value) -> members.put(name, Binding.data(value)));
        members.put("json", Binding.data(record));
        var step = record.get("node_id");
        members.put("step", Binding.data(step == null ? Value.Null.NULL : step));
        members.put("output", Binding.data(Value.of(end(product.output()))));
        return Members.of(members);
    }

    static Members test(StepResult failed) {
        var code = failed.product().exitCode();
        return Members.of(Map.of(
                "output", Binding.data(Value.of(end(failed.product().output()))),
                "exit_code", Binding.data(code == null ? Value.Null.NULL : Value.of(code.longValue())),
                "attempt", Binding.data(Value.of(failed.attempts()))));
    }

    private static String end(String text) {
        return text.length() <= LAST_OUTPUT ? text : text.substring(text.length() - LAST_OUTPUT);
    }
}

package dev.prodigy.engine.step.result;

import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.lang.expr.scope.Members;
import dev.prodigy.lang.expr.scope.Nature;
import dev.prodigy.lang.expr.value.ListStyle;
import dev.prodigy.model.event.Outputs;
import dev.prodigy.model.step.CaptureFormat;
import dev.prodigy.model.step.Captures;
import dev.prodigy.model.value.Value;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What may follow `shell.`, a step's id or a capture's name and a dot (spec 01 §7).
final class ResultMembers {
    private ResultMembers() {}

    /// @return `.output .stdout .stderr .exit_code .success .duration` and what single kinds add
    static Members of(StepResult result) {
        return Members.of(members(result));
    }

    /// @return the same, what only an id gives, and the step's own `outputs`, which take no other member's name
    static Members ofStep(StepResult result) {
        var members = members(result);
        members.put("status", Binding.data(Value.of(result.outcome().word())));
        members.put("skipped", Binding.data(Value.of(false)));
        members.put("attempts", Binding.data(Value.of(result.attempts())));
        members.put("commits", list(Value.ofTexts(result.commits())));
        members.put("files_changed", list(Value.ofTexts(result.filesChanged())));
        result.gain().outputs().forEach((name, value) -> members.putIfAbsent(name, Binding.data(value)));
        return Members.of(members);
    }

    /// @return the few members of a skipped step that have values
    static Members ofSkipped(String reason) {
        var known = Map.of(
                "status", Binding.data(Value.of(Outcome.SKIPPED.word())),
                "skipped", Binding.data(Value.of(true)),
                "success", Binding.data(Value.of(false)));
        return new Members() {
            @Override
            public Binding find(String name) {
                var found = known.get(name);
                return found == null ? new Binding.Missing(reason) : found;
            }

            @Override
            public Collection<String> names() {
                return Set.copyOf(known.keySet());
            }
        };
    }

    /// @return the value under the capture's name, followed by what was selected of how its step went
    static Binding capture(StepResult result, Captures captures) {
        var value = result.captured();
        var members = members(result);
        var streams = captures.streams();
        if (!streams.exitCode()) {
            members.remove("exit_code");
        }
        if (!streams.success()) {
            members.remove("success");
        }
        if (!streams.duration()) {
            members.remove("duration");
        }
        return new Binding.Present(
                value == null ? Value.Null.NULL : value, Nature.DATA, style(captures.format()), Members.of(members));
    }

    /// @return how a list that was captured is shown as text (spec 01 §8.3)
    static ListStyle style(@Nullable CaptureFormat format) {
        return format == CaptureFormat.LINES ? ListStyle.LINES : ListStyle.JSON;
    }

    private static Map<String, Binding> members(StepResult result) {
        var product = result.product();
        var members = new LinkedHashMap<String, Binding>();
        members.put("output", Binding.data(Value.of(product.output())));
        members.put("stdout", Binding.data(Value.of(product.stdout())));
        members.put("stderr", Binding.data(Value.of(product.stderr())));
        var code = product.exitCode();
        members.put("exit_code", Binding.data(code == null ? Value.Null.NULL : Value.of(code.longValue())));
        members.put("success", Binding.data(Value.of(result.outcome().isSuccess())));
        members.put("duration", Binding.data(product.seconds()));
        members.put("truncated", Binding.data(Value.of(product.truncated())));
        product.further().members().forEach((name, value) -> {
            if (name.equals(Outputs.VALUES) && value instanceof Value.Fields(var outputs)) {
                // their names are the other workflow's; how the call went is the program's to tell (spec 01 §12)
                outputs.forEach((output, each) ->
                        members.compute(output, (_, own) -> output.equals("success") ? own : Binding.data(each)));
            } else if (!name.equals(Outputs.NULLS)) {
                members.put(name, Binding.data(value));
            }
        });
        return members;
    }

    private static Binding list(Value value) {
        return new Binding.Present(value, Nature.DATA, ListStyle.WORDS, Members.NONE);
    }
}

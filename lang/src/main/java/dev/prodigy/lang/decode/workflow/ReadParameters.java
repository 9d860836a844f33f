package dev.prodigy.lang.decode.workflow;

import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.lang.expr.scope.Nature;
import dev.prodigy.lang.expr.scope.Scope;
import dev.prodigy.model.parameter.Parameter;
import dev.prodigy.model.value.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What parameters were given, read by their declared types and judged (spec 01 §12): a workflow's and a template's
/// alike.
///
/// @param values name → value of the declared type; without those that are mistyped, or null where none is wanted
/// @param mistyped name → what is wrong, for people, of those that were given a value of another type
/// @param refused what is wrong, for people, of those whose value is not allowed
public record ReadParameters(
        SequencedMap<String, Value> values, SequencedMap<String, String> mistyped, List<String> refused) {
    public ReadParameters {
        values = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(values));
        mistyped = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(mistyped));
        refused = List.copyOf(refused);
    }

    /// @param given what each parameter that has a value was given
    /// @param around what a validation may read beside these parameters
    /// @param masked takes the secrets out of values that are told
    public static ReadParameters of(SequencedMap<Parameter, Value> given, Scope around, UnaryOperator<String> masked) {
        var values = new LinkedHashMap<String, Value>();
        var mistyped = new LinkedHashMap<String, String>();
        var refused = new ArrayList<String>();
        given.forEach((parameter, chosen) -> {
            if (!ParameterValues.isNone(parameter, chosen)) {
                var value = ParameterValues.read(chosen, parameter.type());
                if (value == null) {
                    mistyped.put(parameter.name(), ParameterValues.mistyped(parameter, chosen, masked));
                } else {
                    values.put(parameter.name(), value);
                }
            }
        });
        Scope typed = name -> values.containsKey(name) ? Binding.of(values.get(name), Nature.TEXT) : around.find(name);
        for (var parameter : given.keySet()) {
            var value = values.get(parameter.name());
            var trouble = value == null ? null : ParameterValues.trouble(parameter, value, typed, masked);
            if (trouble != null) {
                refused.add(trouble);
            }
        }
        return new ReadParameters(values, mistyped, refused);
    }

    /// @return whether all that was given is right
    public boolean isRight() {
        return mistyped.isEmpty() && refused.isEmpty();
    }

    /// @return all that is wrong in one line
    public String told() {
        return Stream.concat(mistyped.values().stream(), refused.stream()).collect(Collectors.joining("; "));
    }
}

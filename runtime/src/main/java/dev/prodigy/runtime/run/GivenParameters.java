package dev.prodigy.runtime.run;

import dev.prodigy.lang.decode.workflow.ParameterValues;
import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.lang.expr.scope.Nature;
import dev.prodigy.lang.expr.scope.Scope;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.Parameter;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The values of a workflow's parameters: what was given over their own defaults over the workflow's, of
/// the declared type, and allowed (spec 01 §12).
final class GivenParameters implements Scope {
    private final RunRequest request;
    private final Map<String, Binding> values = new LinkedHashMap<>();
    private final List<String> problems;

    private GivenParameters(RunRequest request, List<String> problems) {
        this.request = request;
        this.problems = problems;
    }

    /// @param configured variables of the configuration, below everything else
    /// @param problems receives everything that is missing or wrong
    static Map<String, Binding> of(RunRequest request, Map<String, ? extends Value> configured, List<String> problems) {
        var given = new GivenParameters(request, problems);
        configured.forEach((name, value) -> given.values.put(name, Binding.of(value, Nature.TEXT)));
        given.read();
        return given.values;
    }

    private void read() {
        var header = request.workflow().header();
        header.defaults().forEach((name, value) -> values.put(name, Binding.of(value, Nature.TEXT)));
        request.params().forEach((name, value) -> values.put(name, Binding.of(value, nature(name))));
        var typed = new LinkedHashMap<Parameter, Value>();
        for (var parameter : header.parameters()) {
            var value = typed(parameter);
            if (value != null) {
                typed.put(parameter, value);
                values.put(parameter.name(), Binding.of(value, nature(parameter.name())));
            }
        }
        typed.forEach(this::check);
    }

    /// @return null where there is none, or one of another type, which has been told
    private @Nullable Value typed(Parameter parameter) {
        var chosen = chosen(parameter);
        if (chosen == null) {
            if (parameter.required() && !values.containsKey(parameter.name())) {
                problems.add("parameter `" + parameter.name() + "` is required: --param " + parameter.name() + "=…");
            }
            return null;
        }
        var value = ParameterValues.read(chosen, parameter.type());
        if (value == null) {
            problems.add(ParameterValues.mistyped(parameter, chosen));
        }
        return value;
    }

    private @Nullable Value chosen(Parameter parameter) {
        var given = request.params().get(parameter.name());
        if (given != null) {
            return given;
        }
        var own = parameter.defaultValue();
        return own != null ? own : request.workflow().header().defaults().get(parameter.name());
    }

    private void check(Parameter parameter, Value value) {
        var trouble = ParameterValues.trouble(parameter, value, this);
        if (trouble != null) {
            problems.add(trouble);
        }
    }

    /// What a step gives as data stays data (spec 01 §9.1).
    private Nature nature(String name) {
        return request.caller() != null && request.caller().data().contains(name) ? Nature.DATA : Nature.TEXT;
    }

    @Override
    public Binding find(String name) {
        return values.getOrDefault(name, Binding.notOwned());
    }

    @Override
    public Collection<String> names() {
        return values.keySet();
    }
}

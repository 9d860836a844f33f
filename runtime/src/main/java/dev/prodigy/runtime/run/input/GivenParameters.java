package dev.prodigy.runtime.run.input;

import dev.prodigy.lang.decode.workflow.ReadParameters;
import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.lang.expr.scope.Nature;
import dev.prodigy.lang.expr.scope.Scope;
import dev.prodigy.model.env.EnvEntry;
import dev.prodigy.model.parameter.Parameter;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.text.Data;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.Header;
import dev.prodigy.runtime.home.RunId;
import dev.prodigy.runtime.run.request.InputProblem;
import dev.prodigy.runtime.run.request.InputProblems;
import dev.prodigy.runtime.run.request.RunRequest;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The values of a workflow's parameters: what was given over their own defaults over the workflow's, of
/// the declared type, and allowed (spec 01 §12).
final class GivenParameters implements Scope {
    private final RunRequest request;
    private final Map<String, Binding> values = new LinkedHashMap<>();
    private final Around around;
    private final InputProblems problems;

    private GivenParameters(RunRequest request, Around around, InputProblems problems) {
        this.request = request;
        this.around = around;
        this.problems = problems;
    }

    /// What the texts of defaults may refer to besides other parameters.
    ///
    /// @param configured variables of the configuration, below everything else
    /// @param profile entries of the active profile
    /// @param process the environment prodigy was started in
    /// @param run that has the values, or null where there is none
    record Around(
            Map<String, ? extends Value> configured,
            Map<String, EnvEntry> profile,
            Map<String, String> process,
            @Nullable RunId run) {
        static final Around NOTHING = new Around(Map.of(), Map.of(), Map.of(), null);
    }

    /// @param problems receives everything that is missing or wrong
    static Map<String, Binding> of(RunRequest request, Around around, InputProblems problems) {
        var given = new GivenParameters(request, around, problems);
        around.configured().forEach((name, value) -> given.values.put(name, Binding.of(value, Nature.TEXT)));
        given.takeEnvironment();
        given.read();
        return given.values;
    }

    /// What the call's `env` sets are names of this workflow too, below all that its own file says; it gives no
    /// parameter a value (spec 01 §12).
    private void takeEnvironment() {
        var caller = request.caller();
        var parameters = request.workflow().header().parameters().stream()
                .map(Parameter::name)
                .collect(Collectors.toSet());
        if (caller != null) {
            caller.env().forEach((name, value) -> {
                if (!parameters.contains(name)) {
                    values.put(name, value);
                }
            });
        }
    }

    private void read() {
        var header = request.workflow().header();
        fillDefaults(header);
        var chosen = new LinkedHashMap<Parameter, Value>();
        for (var parameter : header.parameters()) {
            var present = chosen(parameter);
            if (present != null) {
                chosen.put(parameter, present.value());
            }
        }
        var read = ReadParameters.of(chosen, this, UnaryOperator.identity());
        for (var parameter : header.parameters()) {
            var mistyped = read.mistyped().get(parameter.name());
            if (mistyped != null) {
                problems.add(new InputProblem(ProblemCode.INVALID_PARAMETER, mistyped));
            } else if (parameter.required() && !values.containsKey(parameter.name())) {
                problems.missing(parameter, request.caller() != null);
            }
        }
        read.refused().forEach(each -> problems.add(new InputProblem(ProblemCode.INVALID_PARAMETER, each)));
        read.values().forEach((name, value) -> values.replace(name, retyped(name, value)));
    }

    /// What is given comes before a parameter's own default, and that before the workflow's.
    private void fillDefaults(Header header) {
        var defaults = new LinkedHashMap<>(header.defaults());
        for (var parameter : header.parameters()) {
            var own = parameter.defaultValue();
            if (own != null) {
                defaults.put(parameter.name(), Data.of(own, parameter.span()));
            }
        }
        var outside = new LinkedHashMap<String, Binding>();
        request.params().forEach((name, value) -> {
            if (!value.isNull() || isNullable(name, defaults.keySet())) {
                outside.put(name, Binding.of(value, nature(name)));
            }
        });
        values.forEach((name, value) -> {
            if (!defaults.containsKey(name)) {
                outside.putIfAbsent(name, value);
            }
        });
        for (var parameter : header.parameters()) {
            if (!parameter.required() && !defaults.containsKey(parameter.name())) {
                outside.putIfAbsent(parameter.name(), new Binding.Missing(Parameter.without(parameter.name())));
            }
        }
        var env = new LinkedHashMap<>(header.environment().env());
        env.putAll(around.profile());
        var texts = new DefaultTexts(outside, defaults, env, around.process(), around.run(), problems);
        defaults.keySet().forEach(name -> values.put(name, texts.value(name)));
        values.putAll(outside);
    }

    /// Null counts as not given, and is the value only where nothing else is and none is demanded.
    private boolean isNullable(String name, Set<String> defaults) {
        return !defaults.contains(name)
                && request.workflow().header().parameters().stream()
                        .noneMatch(each -> each.required() && each.name().equals(name));
    }

    /// Variables of the configuration are no parameters.
    private Binding.@Nullable Present chosen(Parameter parameter) {
        var name = parameter.name();
        var given = request.params().get(name);
        boolean isParameter = (given != null && !(given.isNull() && parameter.required()))
                || parameter.defaultValue() != null
                || request.workflow().header().defaults().containsKey(name);
        return isParameter && values.get(name) instanceof Binding.Present present ? present : null;
    }

    /// @return the value as its type reads it, data if it was
    private Binding retyped(String name, Value value) {
        var nature = values.get(name) instanceof Binding.Present present ? present.nature() : Nature.TEXT;
        return Binding.of(value, nature);
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

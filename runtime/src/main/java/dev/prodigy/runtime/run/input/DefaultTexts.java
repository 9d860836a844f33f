package dev.prodigy.runtime.run.input;

import dev.prodigy.lang.expr.Resolution;
import dev.prodigy.lang.expr.Template;
import dev.prodigy.lang.expr.TextPlace;
import dev.prodigy.lang.expr.modifier.ShellShape;
import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.lang.expr.scope.Nature;
import dev.prodigy.lang.expr.scope.Scope;
import dev.prodigy.lang.expr.scope.Sources;
import dev.prodigy.lang.expr.value.ListStyle;
import dev.prodigy.model.env.EnvEntry;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.text.Data;
import dev.prodigy.model.text.Text;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.home.RunId;
import dev.prodigy.runtime.run.request.InputProblem;
import dev.prodigy.runtime.run.request.InputProblems;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Fills the texts of `defaults` and of parameters' defaults when the run starts (spec 01 §8.4). They may refer to
/// each other in any order, to what was given, and to the texts of `env`.
final class DefaultTexts implements Scope {
    private final Map<String, Binding> given;
    private final Map<String, Data> defaults;
    private final Map<String, EnvEntry> env;
    private final Map<String, String> environment;
    private final @Nullable RunId run;
    private final InputProblems problems;
    private final Map<String, Binding> known = new LinkedHashMap<>();
    private final Set<String> open = new LinkedHashSet<>();

    /// @param given values from outside, which hold no placeholders
    /// @param env entries of the workflow and of the active profile
    /// @param environment of the process
    /// @param run that has the values from its beginning to its end, or null where there is none
    /// @param problems receives every default that cannot be filled
    DefaultTexts(
            Map<String, Binding> given,
            Map<String, Data> defaults,
            Map<String, EnvEntry> env,
            Map<String, String> environment,
            @Nullable RunId run,
            InputProblems problems) {
        this.given = given;
        this.defaults = defaults;
        this.env = env;
        this.environment = environment;
        this.run = run;
        this.problems = problems;
    }

    /// @return the value of a default
    Binding value(String name) {
        var outside = given.get(name);
        if (outside != null) {
            return outside;
        }
        var written = defaults.get(name);
        return written == null
                ? Binding.notOwned()
                : once("default", name, sources -> bound(fill(name, written, sources)));
    }

    @Override
    public Binding find(String name) {
        return switch (env.get(name)) {
            case EnvEntry.Phrase(var text, var _) -> once("env", name, sources -> entry(name, text, sources));
            case EnvEntry.Unset _, EnvEntry.Printed _, EnvEntry.Chosen _ ->
                new Binding.Missing("env `" + name + "` is known only when a step runs");
            case null -> value(name);
        };
    }

    @Override
    public @Nullable String environment(String name) {
        return environment.get(name);
    }

    @Override
    public Collection<String> names() {
        var names = new LinkedHashSet<>(given.keySet());
        names.addAll(defaults.keySet());
        names.addAll(env.keySet());
        return names;
    }

    private Binding once(String kind, String name, Function<Sources, Binding> filling) {
        var key = kind + " " + name;
        var before = known.get(key);
        if (before != null) {
            return before;
        }
        if (!open.add(key)) {
            var chain = new ArrayList<>(open);
            problems.add(new InputProblem(
                    ProblemCode.INVALID_VALUE,
                    "values refer to each other in a circle: "
                            + String.join(" → ", chain.subList(chain.indexOf(key), chain.size())) + " → " + key));
            return Binding.of(Value.Null.NULL, Nature.TEXT);
        }
        var value = filling.apply(new StartSources(run, key));
        open.remove(key);
        known.put(key, value);
        return value;
    }

    /// An entry's own name means the same name below it.
    private Binding entry(String name, Text text, Sources sources) {
        var below = new Scope() {
            @Override
            public Binding find(String other) {
                return other.equals(name) ? value(name) : DefaultTexts.this.find(other);
            }

            @Override
            public @Nullable String environment(String other) {
                return environment.get(other);
            }
        };
        return bound(text(name, text, TextPlace.ENVIRONMENT, below, sources));
    }

    private static Binding bound(Resolution.Filled filled) {
        return Binding.of(filled.value(), filled.nature());
    }

    private Resolution.Filled fill(String name, Data data, Sources sources) {
        return switch (data) {
            case Data.Constant(var value, var _) -> made(value, Nature.TEXT);
            case Data.Phrase(var text) -> text(name, text, TextPlace.TEXT, this, sources);
            case Data.Sequence(var elements) -> {
                var values = new ArrayList<Value>();
                var nature = Nature.TEXT;
                for (var element : elements) {
                    var each = fill(name, element, sources);
                    values.add(each.value());
                    nature = nature.and(each.nature());
                }
                yield made(new Value.Items(values), nature);
            }
            case Data.Mapping(var members) -> {
                var values = new LinkedHashMap<String, Value>();
                var nature = Nature.TEXT;
                for (var member : members.entrySet()) {
                    var each = fill(name, member.getValue(), sources);
                    values.put(member.getKey(), each.value());
                    nature = nature.and(each.nature());
                }
                yield made(new Value.Fields(values), nature);
            }
        };
    }

    private Resolution.Filled text(String name, Text text, TextPlace place, Scope scope, Sources sources) {
        return switch (Template.parse(text.source(), place).render(scope, sources)) {
            case Resolution.Filled filled -> filled;
            case Resolution.Undefined undefined -> failed(name, undefined.message());
            case Resolution.Failed failed -> failed(name, failed.message());
        };
    }

    private Resolution.Filled failed(String name, String reason) {
        problems.add(
                new InputProblem(ProblemCode.INVALID_VALUE, "the value of `" + name + "` cannot be filled: " + reason));
        return made(Value.of(""), Nature.TEXT);
    }

    private static Resolution.Filled made(Value value, Nature nature) {
        return new Resolution.Filled(value, nature, ListStyle.JSON, ShellShape.PLAIN, null);
    }
}

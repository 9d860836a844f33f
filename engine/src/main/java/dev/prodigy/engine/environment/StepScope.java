package dev.prodigy.engine.environment;

import dev.prodigy.lang.expr.Names;
import dev.prodigy.lang.expr.Place;
import dev.prodigy.lang.expr.Resolution;
import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.lang.expr.scope.Members;
import dev.prodigy.lang.expr.scope.Nature;
import dev.prodigy.lang.expr.scope.Scope;
import dev.prodigy.lang.expr.scope.Sources;
import dev.prodigy.model.env.EnvEntry;
import dev.prodigy.model.text.Text;
import dev.prodigy.model.value.Value;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// All names that a step's texts can read, and the environment of its processes (spec 01 §7 "Precedence", §13).
///
/// Entries are evaluated when they are asked for, once for each step. One thread uses it at a time.
public final class StepScope implements Scope {
    private static final String ENV = "env";
    private static final String SECRETS = "secrets";

    private final PlainScope variables;
    private final EnvironmentLayers layers;
    private final List<Map<String, EnvEntry>> own;
    private final Sources sources;
    private final Language language;
    private final Map<String, Binding> known = new HashMap<>();
    private final Set<String> evaluating = new HashSet<>();

    /// @param variables loop names, captures and namespaces
    /// @param own entries of the enclosing steps and the step itself, outermost first
    public StepScope(
            PlainScope variables,
            EnvironmentLayers layers,
            List<Map<String, EnvEntry>> own,
            Sources sources,
            Language language) {
        this.variables = variables;
        this.layers = layers;
        this.own = own;
        this.sources = sources;
        this.language = language;
    }

    @Override
    public Binding find(String name) {
        if (name.equals(ENV)) {
            return new Binding.Namespace(new EnvironmentMembers());
        }
        if (name.equals(SECRETS)) {
            return new Binding.Namespace(new SecretMembers());
        }
        for (int i = own.size() - 1; i >= 0; i--) {
            var entry = own.get(i).get(name);
            if (entry != null) {
                return evaluated("step " + i, name, entry, new Below(name, i));
            }
        }
        var variable = variables.find(name);
        return variable instanceof Binding.NotOwned ? declared(name, Layer.SECRETS) : variable;
    }

    @Override
    public @Nullable String environment(String name) {
        return layers.process().get(name);
    }

    @Override
    public Collection<String> names() {
        var names = new LinkedHashSet<>(variables.names());
        layers.names().forEach(names::addAll);
        own.forEach(entries -> names.addAll(entries.keySet()));
        return names;
    }

    /// @return every plain name that has a value here
    public Map<String, Binding.Present> plainNames() {
        var names = new LinkedHashSet<String>();
        layers.names().forEach(names::addAll);
        names.addAll(variables.plainNames());
        own.forEach(entries -> names.addAll(entries.keySet()));
        var plain = new LinkedHashMap<String, Binding.Present>();
        for (var name : names) {
            if (find(name) instanceof Binding.Present present) {
                plain.put(name, present);
            }
        }
        return plain;
    }

    /// @return names that an entry removes from the environment
    public Set<String> removed() {
        var removed = new LinkedHashSet<String>();
        for (var entries : List.of(layers.env(), layers.profile())) {
            note(entries, removed);
        }
        own.forEach(entries -> note(entries, removed));
        return removed;
    }

    private static void note(Map<String, EnvEntry> entries, Set<String> removed) {
        entries.forEach((name, entry) -> {
            if (entry instanceof EnvEntry.Unset) {
                removed.add(name);
            } else {
                removed.remove(name);
            }
        });
    }

    private enum Layer {
        GIVEN,
        FILES,
        ENV,
        PROFILE,
        SECRETS
    }

    /// @param from the highest layer to look in
    private Binding declared(String name, Layer from) {
        return switch (from) {
            case SECRETS -> {
                var secret = layers.secrets().value(name);
                yield secret == null ? declared(name, Layer.PROFILE) : Binding.data(Value.of(secret));
            }
            case PROFILE -> {
                var entry = layers.profile().get(name);
                yield entry == null
                        ? declared(name, Layer.ENV)
                        : evaluated("profile", name, entry, new Lower(name, Layer.ENV));
            }
            case ENV -> {
                var entry = layers.env().get(name);
                yield entry == null
                        ? declared(name, Layer.FILES)
                        : evaluated("env", name, entry, new Lower(name, Layer.FILES));
            }
            case FILES -> {
                var value = layers.files().get(name);
                yield value == null ? declared(name, Layer.GIVEN) : Binding.text(value);
            }
            case GIVEN -> layers.given().getOrDefault(name, Binding.notOwned());
        };
    }

    private Binding evaluated(String layer, String name, EnvEntry entry, Scope scope) {
        var key = layer + "/" + name;
        var before = known.get(key);
        if (before != null) {
            return before;
        }
        if (!evaluating.add(key)) {
            return new Binding.Missing("the environment entries refer to each other in a circle: " + evaluating);
        }
        var value = evaluate(name, entry, scope);
        evaluating.remove(key);
        known.put(key, value);
        return value;
    }

    private Binding evaluate(String name, EnvEntry entry, Scope scope) {
        return switch (entry) {
            case EnvEntry.Phrase(var text, var _) -> rendered(text, scope);
            case EnvEntry.Unset _ -> new Binding.Missing("an env entry removes `" + name + "`");
            case EnvEntry.Printed(var command, boolean cache, var _) ->
                cache && layers.printed().containsKey(name)
                        ? Binding.data(Value.of(layers.printed().get(name)))
                        : switch (sources.command(command.source())) {
                            case Sources.Reading.Content(var text) -> Binding.data(Value.of(text));
                            case Sources.Reading.Unavailable(var reason) -> new Binding.Missing(reason);
                        };
            case EnvEntry.Chosen chosen ->
                rendered(
                        language.expression(chosen.condition(), Names.VARIABLES).isTrue(scope, sources)
                                ? chosen.whenTrue()
                                : chosen.whenFalse(),
                        scope);
        };
    }

    private Binding rendered(Text text, Scope scope) {
        return switch (language.template(text, Place.ENVIRONMENT).render(scope, sources)) {
            case Resolution.Filled filled -> Binding.of(Value.of(filled.text()), filled.nature());
            case Resolution.Undefined undefined -> new Binding.Missing(undefined.message());
            case Resolution.Failed failed -> new Binding.Missing(failed.message());
        };
    }

    /// What a workflow's entry sees: all names but what steps add, its own name in the layers below.
    private final class Lower implements Scope {
        private final String self;
        private final Layer below;

        Lower(String self, Layer below) {
            this.self = self;
            this.below = below;
        }

        @Override
        public Binding find(String name) {
            if (name.equals(self)) {
                return declared(name, below);
            }
            if (name.equals(SECRETS)) {
                return new Binding.Namespace(new SecretMembers());
            }
            var variable = variables.find(name);
            return variable instanceof Binding.NotOwned ? declared(name, Layer.SECRETS) : variable;
        }

        @Override
        public @Nullable String environment(String name) {
            return layers.process().get(name);
        }

        @Override
        public Collection<String> names() {
            return StepScope.this.names();
        }
    }

    /// What a step's entry sees: all names, its own name in the entries of the steps around and below them.
    private final class Below implements Scope {
        private final String self;
        private final int level;

        Below(String self, int level) {
            this.self = self;
            this.level = level;
        }

        @Override
        public Binding find(String name) {
            if (!name.equals(self)) {
                return StepScope.this.find(name);
            }
            for (int i = level - 1; i >= 0; i--) {
                var entry = own.get(i).get(name);
                if (entry != null) {
                    return evaluated("step " + i, name, entry, new Below(name, i));
                }
            }
            var variable = variables.find(name);
            return variable instanceof Binding.NotOwned ? declared(name, Layer.SECRETS) : variable;
        }

        @Override
        public @Nullable String environment(String name) {
            return layers.process().get(name);
        }

        @Override
        public Collection<String> names() {
            return StepScope.this.names();
        }
    }

    /// `env.NAME`: the effective environment of the step.
    private final class EnvironmentMembers implements Members {
        @Override
        public Binding find(String name) {
            var plain = StepScope.this.find(name);
            if (plain instanceof Binding.Present || plain instanceof Binding.Missing) {
                return plain;
            }
            var inherited = layers.passedOn(false).get(name);
            return inherited == null
                    ? new Binding.Missing("the environment has no `" + name + "`")
                    : Binding.of(Value.of(inherited), Nature.DATA);
        }

        @Override
        public Collection<String> names() {
            return layers.process().keySet();
        }
    }

    /// `secrets.NAME`.
    private final class SecretMembers implements Members {
        @Override
        public Binding find(String name) {
            var value = layers.secrets().value(name);
            return value == null
                    ? new Binding.Missing("no secret of that name is declared, or it has no value")
                    : Binding.data(Value.of(value));
        }

        @Override
        public Collection<String> names() {
            return layers.secrets().names();
        }
    }
}

package dev.prodigy.engine.environment;

import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.lang.expr.scope.Scope;
import dev.prodigy.lang.lint.TextReads;
import dev.prodigy.model.env.EnvEntry;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.value.Value;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// All names that a step's texts can read, and the environment of its processes (spec 01 §7 "Precedence", §13).
///
/// Entries are evaluated when they are asked for, once for each step. One thread uses it at a time.
public final class StepScope implements Scope {
    private static final String ENV = "env";
    private static final String SECRETS = "secrets";
    /// The workflow's own entries, and those of its profile.
    private static final int WORKFLOW_LAYERS = 2;

    private final PlainScope variables;
    private final EnvironmentLayers layers;
    private final List<StepEntries> own;
    private final EntryValues values;
    private final EntrySecrets secrets;

    /// How texts are read.
    ///
    /// @param sources what entries may read: files, commands
    /// @param later names of captures that some step will make
    /// @param secrets hears of the text of each entry that is secret, as soon as it is known
    public record Reading(EntrySources sources, Language language, Set<String> later, SecretTexts secrets) {}

    /// Why an entry has no value although it must have one.
    ///
    /// @param code such as UNDEFINED_VARIABLE
    /// @param variable the plain name that its text asks for, and that neither the workflow nor the process
    ///     environment has; null where something else is the reason
    /// @param error of the entry's command where a limit ended it; else null
    public record Failure(
            String code,
            String message,
            @Nullable String variable,
            @Nullable ErrorRecord error) {}

    /// @param variables loop names, captures and namespaces
    /// @param own entries of the agent that is asked, of the enclosing steps, of the step itself; later ones win
    public StepScope(PlainScope variables, EnvironmentLayers layers, List<StepEntries> own, Reading reading) {
        this.variables = variables;
        this.layers = layers;
        this.own = own;
        this.values = new EntryValues(reading, this::isSecret);
        this.secrets = new EntrySecrets(layers.secretNames(), reading.secrets());
    }

    @Override
    public Binding find(String name) {
        return find(name, this, own.size());
    }

    /// @param asking whose environment `env.` gives
    /// @param level entries of so many steps count, from the outermost
    private Binding find(String name, Scope asking, int level) {
        return switch (name) {
            case ENV -> new Binding.Namespace(new EnvironmentMembers(asking, layers, this::declaredNames));
            case SECRETS -> new Binding.Namespace(new SecretMembers(layers.secrets()));
            default -> plain(name, level);
        };
    }

    private Binding plain(String name, int level) {
        return noted(name, innermost(name, level));
    }

    private Binding innermost(String name, int level) {
        for (int i = level - 1; i >= 0; i--) {
            int below = i;
            var entry = own.get(i).entries().get(name);
            var settled = own.get(i).settled().get(name);
            if (entry != null && settled != null) {
                return values.take(settled);
            }
            if (entry != null) {
                var scope = new EntryScope(name, () -> plain(name, below), below + 1);
                return values.of("step " + i, name, entry, scope, null);
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
        own.forEach(level -> names.addAll(level.entries().keySet()));
        return names;
    }

    /// @return the entries of all layers with what each of them comes to now
    public List<StepEntries> settled() {
        var layers = new ArrayList<StepEntries>();
        for (int i = 0; i < own.size(); i++) {
            layers.add(own.get(i).isOpen() ? settled(i) : own.get(i));
        }
        return List.copyOf(layers);
    }

    private StepEntries settled(int layer) {
        var entries = own.get(layer).entries();
        var settled = new LinkedHashMap<String, StepEntries.Settled>();
        for (var name : entries.keySet()) {
            settled.put(name, values.settled(() -> plain(name, layer + 1)));
        }
        return new StepEntries(entries, settled);
    }

    /// @return every plain name that has a value here
    public Map<String, Binding.Present> plainNames() {
        var plain = new LinkedHashMap<String, Binding.Present>();
        for (var name : declaredNames()) {
            if (find(name) instanceof Binding.Present present) {
                plain.put(name, present);
            }
        }
        return plain;
    }

    /// @return every plain name that may have a value here
    public Set<String> declaredNames() {
        var names = new LinkedHashSet<String>();
        layers.names().forEach(names::addAll);
        names.addAll(variables.plainNames());
        own.forEach(level -> names.addAll(level.entries().keySet()));
        return names;
    }

    /// @return whether programs were meant to get the name: by an entry of the workflow, of its env files, of a step
    ///     around, of the call
    public boolean isEntry(String name) {
        return layers.given().containsKey(name)
                || layers.files().containsKey(name)
                || layers.env().containsKey(name)
                || layers.profile().containsKey(name)
                || own.stream().anyMatch(level -> level.entries().containsKey(name));
    }

    /// @return names that an entry removes from the environment
    public Set<String> removed() {
        var removed = new LinkedHashSet<String>();
        allEntries().forEach(entries -> note(entries, removed));
        return removed;
    }

    /// @return the workflow's entries and those of the steps, lowest first
    private List<Map<String, EnvEntry>> allEntries() {
        var all = new ArrayList<>(List.of(layers.env(), layers.profile()));
        own.forEach(level -> all.add(level.entries()));
        return all;
    }

    /// An entry that names itself means what its name is in the layer below it.
    ///
    /// @param visible the entries that count, lowest first
    /// @param asked those that it was asked of before, which are not asked again
    private boolean needsWaiting(String name, List<Map<String, EnvEntry>> visible, Set<String> asked) {
        if (values.isWaiting(name)) {
            return true;
        }
        if (!asked.add(name)) {
            return false;
        }
        for (var entries : visible.reversed()) {
            var entry = entries.get(name);
            if (entry != null) {
                var reads = TextReads.of(entry);
                if (visible.stream()
                        .flatMap(layer -> layer.keySet().stream())
                        .anyMatch(other ->
                                !other.equals(name) && reads.names(other) && needsWaiting(other, visible, asked))) {
                    return true;
                }
                if (!reads.names(name)) {
                    return false;
                }
            }
        }
        return false;
    }

    private Binding noted(String name, Binding found) {
        return secrets.noted(name, entries(name), found);
    }

    private boolean isSecret(String name) {
        return layers.secretNames().contains(name) || entries(name).stream().anyMatch(EnvEntry::secret);
    }

    private List<EnvEntry> entries(String name) {
        return allEntries().stream()
                .map(level -> level.get(name))
                .filter(Objects::nonNull)
                .toList();
    }

    /// @return why the value of an entry that was asked for cannot be had, or null. An entry that merely refers to
    ///     something that is not there (yet) is absent, and no failure
    public @Nullable Failure failure() {
        return values.failure();
    }

    /// @return how an entry's command failed that was run here, or null: the run cannot go on then (spec 01 §13)
    public @Nullable ErrorRecord commandFailure() {
        return values.commandFailure();
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

    private Binding value(String layer, String name, EnvEntry entry, Layer below) {
        return values.of(
                layer, name, entry, lower(name, below), layers.printed().get(name));
    }

    /// @param from the highest layer to look in
    private Binding declared(String name, Layer from) {
        return switch (from) {
            case SECRETS -> {
                var secret = layers.secrets().value(name);
                yield secret == null ? withoutSecret(name) : Binding.data(Value.of(secret));
            }
            case PROFILE -> {
                var entry = layers.profile().get(name);
                yield entry == null ? declared(name, Layer.ENV) : value("profile", name, entry, Layer.ENV);
            }
            case ENV -> {
                var entry = layers.env().get(name);
                yield entry == null ? declared(name, Layer.FILES) : value("env", name, entry, Layer.FILES);
            }
            case FILES -> {
                var value = layers.files().get(name);
                yield value == null ? declared(name, Layer.GIVEN) : Binding.text(value);
            }
            case GIVEN -> {
                var given = layers.given().get(name);
                var ofRun = given instanceof Binding.Present ? given : variables.ofRun(name);
                yield given == null || !(ofRun instanceof Binding.NotOwned) ? ofRun : given;
            }
        };
    }

    /// The name of an optional secret that is absent is ours even where no lower layer gives it a value.
    private Binding withoutSecret(String name) {
        var lower = declared(name, Layer.PROFILE);
        return lower instanceof Binding.NotOwned && layers.secrets().lacks(name)
                ? new Binding.Missing(
                        "the secret `" + name + "` has no value here: it is optional and absent, or not read yet")
                : lower;
    }

    /// A step's entries do not change what the workflow's evaluate to.
    private EntryScope lower(String name, Layer below) {
        return new EntryScope(name, () -> noted(name, declared(name, below)), 0);
    }

    private final class EntryScope implements EntryNames {
        private final String self;
        private final Supplier<Binding> below;
        private final int level;

        EntryScope(String self, Supplier<Binding> below, int level) {
            this.self = self;
            this.below = below;
            this.level = level;
        }

        @Override
        public Binding find(String name) {
            return name.equals(self) ? below.get() : StepScope.this.find(name, this, level);
        }

        @Override
        public @Nullable String environment(String name) {
            return layers.process().get(name);
        }

        @Override
        public int level() {
            return level;
        }

        @Override
        public boolean isKnown(String name) {
            return values.isKnown(name);
        }

        @Override
        public boolean isWaiting(String name) {
            return !name.equals(self) && values.isWaiting(name);
        }

        @Override
        public boolean needsWaiting(String name) {
            return StepScope.this.needsWaiting(name, allEntries().subList(0, WORKFLOW_LAYERS + level), new HashSet<>());
        }

        @Override
        public Collection<String> names() {
            var names = StepScope.this.names();
            if (below.get() instanceof Binding.NotOwned) {
                names.remove(self);
            }
            return names;
        }
    }
}

package dev.prodigy.engine.environment;

import dev.prodigy.lang.expr.BareNames;
import dev.prodigy.lang.expr.Resolution;
import dev.prodigy.lang.expr.TextPlace;
import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.lang.expr.scope.Members;
import dev.prodigy.lang.expr.scope.Scope;
import dev.prodigy.lang.expr.scope.Sources;
import dev.prodigy.lang.expr.scope.UnstoredRead;
import dev.prodigy.model.env.EnvEntry;
import dev.prodigy.model.error.Category;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.text.Text;
import dev.prodigy.model.value.Value;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// All names that a step's texts can read, and the environment of its processes (spec 01 §7 "Precedence", §13).
///
/// Entries are evaluated when they are asked for, once for each step. One thread uses it at a time.
public final class StepScope implements Scope {
    private static final String ENV = "env";
    private static final String SECRETS = "secrets";
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    private final PlainScope variables;
    private final EnvironmentLayers layers;
    private final List<StepEntries> own;
    private final Sources sources;
    private final Language language;
    private final Set<String> later;
    private final Set<String> absent = new HashSet<>();
    private final Map<String, Binding> known = new HashMap<>();
    private final EntrySecrets secrets;
    private final Set<String> evaluating = new LinkedHashSet<>();
    private @Nullable Failure failure;
    private @Nullable ErrorRecord commandFailure;

    /// How texts are read.
    ///
    /// @param sources what entries may read: files, commands
    /// @param later names of captures that some step will make
    public record Reading(Sources sources, Language language, Set<String> later) {}

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
    /// @param own entries of the enclosing steps and the step itself, outermost first
    public StepScope(PlainScope variables, EnvironmentLayers layers, List<StepEntries> own, Reading reading) {
        this.variables = variables;
        this.layers = layers;
        this.secrets = new EntrySecrets(layers.secretNames());
        this.own = own;
        this.sources = reading.sources();
        this.language = reading.language();
        this.later = reading.later();
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
        for (int i = level - 1; i >= 0; i--) {
            int below = i;
            var entry = own.get(i).entries().get(name);
            var settled = own.get(i).settled().get(name);
            if (entry != null && settled != null) {
                return taken(name, entry, settled);
            }
            if (entry != null) {
                var scope = new EntryScope(name, () -> plain(name, below), own.size());
                return evaluated("step " + i, name, entry, scope);
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

    /// @return the innermost entries with what each of them comes to now
    public StepEntries settled() {
        var innermost = own.getLast();
        var values = new LinkedHashMap<String, StepEntries.Settled>();
        for (var name : innermost.entries().keySet()) {
            var before = failure;
            failure = null;
            var value = plain(name, own.size());
            values.put(name, new StepEntries.Settled(value, failure));
            failure = before;
        }
        return new StepEntries(innermost.entries(), values);
    }

    private Binding taken(String name, EnvEntry entry, StepEntries.Settled settled) {
        failure = failure == null ? settled.failure() : failure;
        secrets.noteRead(name, entry, settled.value());
        return settled.value();
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

    private Set<String> declaredNames() {
        var names = new LinkedHashSet<String>();
        layers.names().forEach(names::addAll);
        names.addAll(variables.plainNames());
        own.forEach(level -> names.addAll(level.entries().keySet()));
        return names;
    }

    /// @return whether programs were meant to get the name: by an entry of the workflow, of a step around, of the call
    public boolean isEntry(String name) {
        return layers.given().containsKey(name)
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

    /// @param texts of the variables, by name
    /// @return those of entries that are marked secret, or named like one
    public Set<String> secretsIn(Map<String, String> texts) {
        return secrets.in(texts, allEntries());
    }

    /// @return the texts of entries that were asked for so far and are marked secret, or named like one
    public Set<String> secretsRead() {
        return secrets.read();
    }

    /// @return why the value of an entry that was asked for cannot be had, or null. An entry that merely refers to
    ///     something that is not there (yet) is absent, and no failure
    public @Nullable Failure failure() {
        return failure;
    }

    /// @return how an entry's command failed that was run here, or null: the run cannot go on then (spec 01 §13)
    public @Nullable ErrorRecord commandFailure() {
        return commandFailure;
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
                yield secret == null ? withoutSecret(name) : Binding.data(Value.of(secret));
            }
            case PROFILE -> {
                var entry = layers.profile().get(name);
                yield entry == null
                        ? declared(name, Layer.ENV)
                        : evaluated("profile", name, entry, lower(name, Layer.ENV));
            }
            case ENV -> {
                var entry = layers.env().get(name);
                yield entry == null
                        ? declared(name, Layer.FILES)
                        : evaluated("env", name, entry, lower(name, Layer.FILES));
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
        return new EntryScope(name, () -> declared(name, below), 0);
    }

    private Binding evaluated(String layer, String name, EnvEntry entry, Scope scope) {
        var key = layer + "/" + name;
        var before = known.get(key);
        if (before != null) {
            return before;
        }
        if (!evaluating.add(key)) {
            return failed(
                    "EXPRESSION_ERROR",
                    name,
                    "the entries refer to each other in a circle: " + String.join(" → ", evaluating));
        }
        Binding value;
        try {
            value = evaluate(name, entry, scope);
        } catch (UnstoredRead e) {
            // Nobody may ever ask for the entry.
            value = Binding.data(e.handedOn());
        }
        evaluating.remove(key);
        known.put(key, value);
        secrets.noteRead(name, entry, value);
        return value;
    }

    private Binding evaluate(String name, EnvEntry entry, Scope scope) {
        return switch (entry) {
            case EnvEntry.Phrase(var text, var _) -> rendered(name, text, scope);
            case EnvEntry.Unset _ -> new Binding.Missing("an env entry removes `" + name + "`");
            case EnvEntry.Printed(var command, boolean cache, var _) ->
                cache && layers.printed().containsKey(name)
                        ? Binding.data(Value.of(layers.printed().get(name)))
                        : switch (sources.command(command.source())) {
                            case Sources.Reading.Content(var text) -> Binding.data(Value.of(text));
                            case Sources.Reading.Unavailable(var reason, var error) ->
                                error == null
                                        ? failed("UNDEFINED_VARIABLE", name, reason)
                                        : commandFailed(name, reason, error);
                        };
            case EnvEntry.Chosen chosen ->
                rendered(
                        name,
                        language.expression(chosen.condition(), BareNames.VARIABLES)
                                        .isTrue(scope, sources)
                                ? chosen.whenTrue()
                                : chosen.whenFalse(),
                        scope);
        };
    }

    private Binding rendered(String name, Text text, Scope scope) {
        return switch (language.template(text, TextPlace.ENVIRONMENT).render(scope, sources)) {
            case Resolution.Filled filled -> Binding.of(Value.of(filled.text()), filled.nature());
            case Resolution.Undefined undefined -> {
                if (isYetToCome(undefined.name(), scope)) {
                    absent.add(name);
                    yield new Binding.Missing(undefined.message());
                }
                yield failed("UNDEFINED_VARIABLE", name, undefined.message(), foreign(undefined.name(), scope));
            }
            case Resolution.Failed failed -> failed("EXPRESSION_ERROR", name, failed.message());
        };
    }

    /// An entry that refers to what a later step will bring forth is absent until then.
    private boolean isYetToCome(String path, Scope scope) {
        var first = path.split("[.\\[]", 2)[0];
        return switch (scope.find(first)) {
            case Binding.NotOwned _ -> later.contains(first);
            case Binding.Missing _ -> absent.contains(first) || later.contains(first);
            case Binding.Namespace(var members) -> members instanceof NotYet || isSkipped(members);
            case Binding.Present _ -> false;
        };
    }

    private static boolean isSkipped(Members step) {
        return step.find("skipped") instanceof Binding.Present(var value, var _, var _, var _)
                && Value.Bool.TRUE.equals(value);
    }

    /// @return the path when it is a plain name that is not the workflow's, else null
    private static @Nullable String foreign(String path, Scope scope) {
        return PLAIN.matcher(path).matches() && scope.find(path) instanceof Binding.NotOwned ? path : null;
    }

    /// A limit that passes is the step's, whose failure it is; what failed by itself ends the run.
    private Binding.Missing commandFailed(String name, String reason, ErrorRecord error) {
        var message = "env `" + name + "`: " + reason;
        var told = error.saying(message);
        if (error.category() == Category.TIMEOUT) {
            failure = failure == null ? new Failure(error.code(), message, null, told) : failure;
        } else {
            commandFailure = commandFailure == null ? told : commandFailure;
        }
        return new Binding.Missing(message);
    }

    private Binding.Missing failed(String code, String name, String reason) {
        return failed(code, name, reason, null);
    }

    private Binding.Missing failed(String code, String name, String reason, @Nullable String variable) {
        var message = "env `" + name + "`: " + reason;
        failure = failure == null ? new Failure(code, message, variable, null) : failure;
        return new Binding.Missing(message);
    }

    /// What an entry sees: its own name means the same name further below.
    private final class EntryScope implements Scope {
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
        public Collection<String> names() {
            var names = StepScope.this.names();
            if (below.get() instanceof Binding.NotOwned) {
                names.remove(self);
            }
            return names;
        }
    }
}

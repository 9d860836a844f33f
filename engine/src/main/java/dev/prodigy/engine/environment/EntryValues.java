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
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What entries of an environment come to, each evaluated once for a step, and why one of them has no value
/// (spec 01 §13).
final class EntryValues {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    private final StepScope.Reading reading;
    private final Predicate<String> isSecret;
    private final Set<String> absent = new HashSet<>();
    private final Map<Key, Binding> known = new HashMap<>();
    private final Set<Key> evaluating = new LinkedHashSet<>();
    private StepScope.@Nullable Failure failure;
    private @Nullable ErrorRecord commandFailure;

    /// An entry, by the layer where it stands: of one name each layer has one.
    private record Key(String layer, String name) {
        @Override
        public String toString() {
            return layer + "/" + name;
        }
    }

    /// @param isSecret whether the value of an entry of that name is a secret
    EntryValues(StepScope.Reading reading, Predicate<String> isSecret) {
        this.reading = reading;
        this.isSecret = isSecret;
    }

    /// @return why the value of an entry that was asked for cannot be had, or null
    StepScope.@Nullable Failure failure() {
        return failure;
    }

    /// @return how an entry's command failed by itself, or null
    @Nullable
    ErrorRecord commandFailure() {
        return commandFailure;
    }

    /// @return a value with its own failure, which counts for no other
    StepEntries.Settled settled(Supplier<Binding> value) {
        var before = failure;
        failure = null;
        var settled = new StepEntries.Settled(value.get(), failure);
        failure = before;
        return settled;
    }

    /// @param settled what the entry came to for an earlier step
    /// @return that value
    Binding take(StepEntries.Settled settled) {
        failure = failure == null ? settled.failure() : failure;
        return settled.value();
    }

    /// @param layer where the entry stands
    /// @param scope what its text sees
    /// @param printed what its command has printed for all steps; null where it has not, or is to run for this
    ///     one
    /// @return its value, the same whenever it is asked for
    Binding of(String layer, String name, EnvEntry entry, EntryNames scope, @Nullable String printed) {
        var key = new Key(layer, name);
        var before = known.get(key);
        if (before != null) {
            return before;
        }
        if (!evaluating.add(key)) {
            return failed(
                    "EXPRESSION_ERROR",
                    name,
                    "the entries refer to each other in a circle: "
                            + evaluating.stream().map(Key::toString).collect(Collectors.joining(" → ")));
        }
        Binding value;
        try {
            value = evaluate(name, entry, scope, printed);
        } catch (UnstoredRead e) {
            // Nobody may ever ask for the entry.
            value = Binding.data(e.handedOn());
        }
        evaluating.remove(key);
        known.put(key, value);
        return value;
    }

    /// @return whether an entry of this name has been evaluated
    boolean isKnown(String name) {
        return known.keySet().stream().anyMatch(key -> key.name().equals(name));
    }

    /// @return whether an entry of this name is being evaluated
    boolean isWaiting(String name) {
        return evaluating.stream().anyMatch(key -> key.name().equals(name));
    }

    private Binding evaluate(String name, EnvEntry entry, EntryNames scope, @Nullable String printed) {
        return switch (entry) {
            case EnvEntry.Phrase(var text, var _) -> rendered(name, text, scope);
            case EnvEntry.Unset _ -> new Binding.Missing("an env entry removes `" + name + "`");
            case EnvEntry.Printed(var command, boolean cache, var _) ->
                cache && printed != null
                        ? Binding.data(Value.of(printed))
                        : switch (printed(name, command, reading.sources().seenWith(scope))) {
                            case Sources.Reading.Content(var text) -> Binding.data(Value.of(text));
                            case Sources.Reading.Unavailable(var reason, var error) ->
                                error == null
                                        ? failed("UNDEFINED_VARIABLE", name, reason)
                                        : commandFailed(name, reason, error);
                        };
            case EnvEntry.Chosen chosen ->
                rendered(
                        name,
                        reading.language()
                                        .expression(chosen.condition(), BareNames.VARIABLES)
                                        .isTrue(scope, reading.sources().seenWith(scope))
                                ? chosen.whenTrue()
                                : chosen.whenFalse(),
                        scope);
        };
    }

    private Sources.Reading printed(String name, Text command, Sources sources) {
        return isSecret.test(name) ? sources.secret(command.source()) : sources.command(command.source());
    }

    private Binding rendered(String name, Text text, EntryNames scope) {
        var sources = reading.sources().seenWith(scope);
        return switch (reading.language().template(text, TextPlace.ENVIRONMENT).render(scope, sources)) {
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
            case Binding.NotOwned _ -> reading.later().contains(first);
            case Binding.Missing _ -> absent.contains(first) || reading.later().contains(first);
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
            failure = failure == null ? new StepScope.Failure(error.code(), message, null, told) : failure;
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
        failure = failure == null ? new StepScope.Failure(code, message, variable, null) : failure;
        return new Binding.Missing(message);
    }
}

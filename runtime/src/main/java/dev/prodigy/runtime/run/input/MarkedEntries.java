package dev.prodigy.runtime.run.input;

import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.model.env.EnvEntry;
import dev.prodigy.model.source.Span;
import dev.prodigy.runtime.run.request.InputValues;
import dev.prodigy.runtime.run.request.RunRequest;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/// The entries of `env` and the active profile that are marked `secret: true` and are texts: secrets like those of the
/// block `secrets` (spec 01 §13). What a command prints, or a condition chooses, only the steps know.
final class MarkedEntries {
    /// Names that every run gives to its steps, once it has a place to work in.
    private static final Set<String> OF_RUN = Set.of("PROJECT_ROOT", "WORKTREE");

    private final RunRequest request;
    private final InputValues inputs;
    private final RunRequest.Host host;

    MarkedEntries(RunRequest request, InputValues inputs, RunRequest.Host host) {
        this.request = request;
        this.inputs = inputs;
        this.host = host;
    }

    /// The variable that an entry lacks.
    ///
    /// @param span of the entry
    record Missing(String variable, Span span) {}

    /// @return those that have no value because a variable is missing, by name
    Map<String, Missing> missing() {
        var missing = new LinkedHashMap<String, Missing>();
        var names = InputScope.of(request, inputs, host);
        marked().forEach((name, entry) -> {
            var scope = names.scope();
            boolean hasNone = scope.find(name) instanceof Binding.Missing;
            var failure = scope.failure();
            var variable = failure == null ? null : failure.variable();
            if (hasNone && variable != null && !isGivenBySteps(variable)) {
                missing.put(name, new Missing(variable, entry.text().span()));
            }
        });
        return missing;
    }

    private Map<String, EnvEntry.Phrase> marked() {
        var environment = request.workflow().header().environment();
        var entries = new LinkedHashMap<>(environment.env());
        var profile = inputs.profile();
        if (profile != null) {
            entries.putAll(environment.profiles().getOrDefault(profile, Map.of()));
        }
        entries.keySet().removeAll(inputs.secrets().names());
        var marked = new LinkedHashMap<String, EnvEntry.Phrase>();
        entries.forEach((name, entry) -> {
            if (entry instanceof EnvEntry.Phrase phrase && phrase.secret()) {
                marked.put(name, phrase);
            }
        });
        return marked;
    }

    private boolean isGivenBySteps(String variable) {
        return OF_RUN.contains(variable)
                || StepNames.ofLoops(request.workflow()).contains(variable);
    }
}

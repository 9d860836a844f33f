package dev.prodigy.runtime.run;

import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.model.env.EnvEntry;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.workflow.AllSteps;
import dev.prodigy.model.workflow.Workflow;
import java.util.HashSet;
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

    /// @return those that have no value because a variable is missing: name → the variable
    Map<String, String> missing() {
        var missing = new LinkedHashMap<String, String>();
        marked().forEach(name -> {
            var scope = new Foresight(request, inputs, host).scope();
            boolean hasNone = scope.find(name) instanceof Binding.Missing;
            var failure = scope.failure();
            var variable = failure == null ? null : failure.variable();
            if (hasNone && variable != null && !isGivenBySteps(variable)) {
                missing.put(name, variable);
            }
        });
        return missing;
    }

    private Set<String> marked() {
        var environment = request.workflow().header().environment();
        var entries = new LinkedHashMap<>(environment.env());
        var profile = inputs.profile();
        if (profile != null) {
            entries.putAll(environment.profiles().getOrDefault(profile, Map.of()));
        }
        entries.keySet().removeAll(inputs.secrets().names());
        entries.values().removeIf(entry -> !(entry instanceof EnvEntry.Phrase && entry.secret()));
        return entries.keySet();
    }

    private boolean isGivenBySteps(String variable) {
        return OF_RUN.contains(variable) || loopNames(request.workflow()).contains(variable);
    }

    private static Set<String> loopNames(Workflow workflow) {
        var names = new HashSet<String>();
        for (var step : AllSteps.of(workflow)) {
            if (step.kind() instanceof StepKind.Foreach loop) {
                names.add(loop.as());
            }
        }
        return names;
    }
}

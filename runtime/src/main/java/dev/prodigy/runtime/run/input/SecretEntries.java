package dev.prodigy.runtime.run.input;

import dev.prodigy.engine.environment.SecretTexts;
import dev.prodigy.engine.environment.StepEntries;
import dev.prodigy.model.env.EnvEntry;
import dev.prodigy.model.env.SecretNames;
import dev.prodigy.model.workflow.AllSteps;
import dev.prodigy.model.workflow.Workflow;
import dev.prodigy.runtime.run.request.InputValues;
import dev.prodigy.runtime.run.request.RunRequest;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The entries of environments that are marked `secret: true` or named like a secret: of the workflow, the active
/// profile, agents and steps (spec 02 §11). What their texts come to before anything has run is secret from then on;
/// what needs a command, a file or a step, those who read it tell.
final class SecretEntries {
    private static final int SHORTEST = 4;

    private SecretEntries() {}

    /// @param inputs what came into the run from outside
    /// @return the texts that are known
    static Set<String> texts(RunRequest request, InputValues inputs, RunRequest.Host host) {
        var texts = new LinkedHashSet<String>();
        tell(request, inputs, host, (text, _) -> texts.add(text));
        texts.removeIf(text -> text.length() < SHORTEST);
        return texts;
    }

    /// @return those of entries that are marked
    static Set<String> marked(RunRequest request, InputValues inputs, RunRequest.Host host) {
        var texts = new LinkedHashSet<String>();
        tell(request, inputs, host, (text, isDeclared) -> {
            if (isDeclared) {
                texts.add(text);
            }
        });
        texts.removeIf(text -> text.length() < SHORTEST);
        return texts;
    }

    private static void tell(RunRequest request, InputValues inputs, RunRequest.Host host, SecretTexts texts) {
        var globs = host.settings().redaction().secretNames();
        if (areIn(request.workflow(), globs)) {
            var names = InputScope.of(request, inputs, host);
            var ofRun = names.scope(List.of(), texts);
            secret(names.layers().env(), globs).forEach(ofRun::find);
            secret(names.layers().profile(), globs).forEach(ofRun::find);
            for (var entries : ofSteps(request.workflow())) {
                var scope = names.scope(List.of(StepEntries.written(entries)), texts);
                secret(entries, globs).forEach(scope::find);
            }
        }
    }

    /// @return whether a workflow has any
    static boolean areIn(Workflow workflow, SecretNames names) {
        return all(workflow).stream()
                .anyMatch(entries -> !secret(entries, names).isEmpty());
    }

    /// @return the entries of all environments that stand in a workflow
    static List<Map<String, EnvEntry>> all(Workflow workflow) {
        var environment = workflow.header().environment();
        var all = ofSteps(workflow);
        all.add(environment.env());
        all.addAll(environment.profiles().values());
        return all;
    }

    private static List<Map<String, EnvEntry>> ofSteps(Workflow workflow) {
        var entries = new ArrayList<Map<String, EnvEntry>>();
        workflow.header().agents().values().forEach(agent -> entries.add(agent.env()));
        AllSteps.of(workflow)
                .forEach(step -> entries.add(step.options().surroundings().env()));
        workflow.header()
                .workflows()
                .forEach(entry ->
                        entries.add(entry.step().options().surroundings().env()));
        return entries;
    }

    private static List<String> secret(Map<String, EnvEntry> entries, SecretNames names) {
        var secret = new ArrayList<String>();
        entries.forEach((name, entry) -> {
            if (entry.secret() || names.contains(name)) {
                secret.add(name);
            }
        });
        return secret;
    }
}

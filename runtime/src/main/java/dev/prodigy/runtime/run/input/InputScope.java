package dev.prodigy.runtime.run.input;

import dev.prodigy.engine.environment.EnvironmentLayers;
import dev.prodigy.engine.environment.Language;
import dev.prodigy.engine.environment.NotYet;
import dev.prodigy.engine.environment.SecretTexts;
import dev.prodigy.engine.environment.StepDeclarations;
import dev.prodigy.engine.environment.StepEntries;
import dev.prodigy.engine.environment.StepScope;
import dev.prodigy.engine.step.frame.RunSettings;
import dev.prodigy.engine.step.result.Variables;
import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.lang.expr.scope.Sources;
import dev.prodigy.model.value.Unstored;
import dev.prodigy.runtime.run.request.InputValues;
import dev.prodigy.runtime.run.request.RunRequest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The names that have a value before anything has run: parameters, environment and arguments are known, what steps
/// bring forth is not. Runs no command and reads no file.
///
/// @param declared what the workflow's steps will bring forth
/// @param variables names and namespaces of the run
/// @param layers of its environment
public record InputScope(Language language, StepDeclarations declared, Variables variables, EnvironmentLayers layers) {
    /// @param inputs what came into the run from outside
    public static InputScope of(RunRequest request, InputValues inputs, RunRequest.Host host) {
        var language = new Language();
        var header = request.workflow().header();
        var declared = StepDeclarations.of(request.workflow(), false);
        var layers = inputs.layers(request.workflow(), host);
        var settings = new RunSettings(
                "",
                language,
                layers,
                header.agents(),
                new RunSettings.Shell(header.interpreter(), ""),
                Map.of(),
                declared);
        var namespaces = new HashMap<>(settings.namespaces());
        namespaces.put("run", new NotYet("the run has no id yet"));
        var names = SessionScope.of(header.name(), "", request.workflow().mode().word(), arguments(request));
        return new InputScope(language, declared, new Variables(names, Map.of(), namespaces), layers);
    }

    /// @return the names that no step has entries for
    public StepScope scope() {
        return scope(List.of(), (_, _) -> {});
    }

    /// @param own entries of a step
    /// @param secrets hears of the texts of entries that are asked for and are secret
    StepScope scope(List<StepEntries> own, SecretTexts secrets) {
        return new StepScope(
                variables,
                layers,
                own,
                new StepScope.Reading(_ -> Sources.none(), language, declared.captures(), secrets));
    }

    private static Map<String, Binding> arguments(RunRequest request) {
        var names = request.options().passes().names();
        if (request.options().passes().args().size() > 1) {
            names.put("ARG", new Binding.Missing("it differs from pass to pass"));
        }
        names.replaceAll((_, value) -> value instanceof Binding.Present given && Unstored.isIn(given.value())
                ? new Binding.Missing("a secret in it was not stored")
                : value);
        return names;
    }
}

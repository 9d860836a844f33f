package dev.prodigy.runtime.run.request;

import dev.prodigy.engine.environment.EnvironmentLayers;
import dev.prodigy.engine.environment.SecretValues;
import dev.prodigy.engine.environment.Secrets;
import dev.prodigy.lang.decode.Outside;
import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.lang.expr.value.ValueText;
import dev.prodigy.model.workflow.Workflow;
import dev.prodigy.runtime.process.InheritedEnvironment;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The values that come into a run from outside: parameters, env files, secrets, the profile (spec 01 §12, §13).
///
/// @param given parameters over defaults, by name
/// @param files the variables of `env_files`
/// @param profile the active profile, or null
public record InputValues(
        Map<String, Binding> given,
        Map<String, String> files,
        Secrets secrets,
        @Nullable String profile) {
    /// @param arguments of the run, by name
    /// @param environment of the process
    /// @return the same as texts
    public Outside outside(Map<String, Binding> arguments, Map<String, String> environment) {
        var texts = new HashMap<String, String>();
        addTexts(arguments, texts);
        addTexts(given, texts);
        texts.putAll(files);
        return new Outside(texts, environment, profile, true);
    }

    /// @return the same, and secrets that became known later
    public InputValues with(SecretValues more) {
        return new InputValues(given, files, secrets.with(more), profile);
    }

    /// @param workflow that they came into
    /// @return the layers of the run's environment, before its commands have printed anything
    public EnvironmentLayers layers(Workflow workflow, RunRequest.Host host) {
        var environment = workflow.header().environment();
        return new EnvironmentLayers(
                InheritedEnvironment.of(host.environment()),
                environment.inherit(),
                given,
                files,
                environment.env(),
                profile == null ? Map.of() : environment.profiles().getOrDefault(profile, Map.of()),
                secrets,
                Map.of(),
                host.settings().redaction().secretNames());
    }

    private static void addTexts(Map<String, Binding> bindings, Map<String, String> texts) {
        bindings.forEach((name, binding) -> {
            if (binding instanceof Binding.Present present) {
                texts.put(name, ValueText.of(present.value()));
            }
        });
    }
}

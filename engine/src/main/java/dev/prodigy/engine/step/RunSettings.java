package dev.prodigy.engine.step;

import dev.prodigy.engine.environment.EnvironmentLayers;
import dev.prodigy.engine.environment.Language;
import dev.prodigy.engine.environment.Secrets;
import dev.prodigy.model.workflow.AgentSpec;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What is the same for every step of a list.
///
/// @param environment the layers below a step's own entries
/// @param agents by name, the built-in one included
/// @param shell how shell texts are run where a step says nothing
/// @param variables that every process gets, such as `PRODIGY_RUN_ID`
/// @param tracksChanges whether a text of the workflow asks what steps changed in git
public record RunSettings(
        String runId,
        Language language,
        EnvironmentLayers environment,
        Map<String, AgentSpec> agents,
        Shell shell,
        Map<String, String> variables,
        boolean tracksChanges) {
    private static final Set<String> KINDS = Set.of("shell", "write_file", "foreach", "validate", "template", "last");

    /// How shell texts are run.
    ///
    /// @param interpreter the workflow's, or null
    /// @param program where there is no interpreter: bash, or sh where there is no bash
    public record Shell(@Nullable String interpreter, String program) {}

    /// @return the values of the secrets
    public Secrets secrets() {
        return environment.secrets();
    }

    /// @return keywords that are namespaces from the first step on
    public Set<String> kinds() {
        var kinds = new HashSet<>(KINDS);
        kinds.addAll(agents.keySet());
        return kinds;
    }

    /// @return the same, with further variables for every process
    public RunSettings with(Map<String, String> more) {
        var all = new LinkedHashMap<>(variables);
        all.putAll(more);
        return new RunSettings(runId, language, environment, agents, shell, all, tracksChanges);
    }
}

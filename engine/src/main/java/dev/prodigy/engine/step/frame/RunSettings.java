package dev.prodigy.engine.step.frame;

import dev.prodigy.engine.environment.EnvironmentLayers;
import dev.prodigy.engine.environment.Language;
import dev.prodigy.engine.environment.NotYet;
import dev.prodigy.engine.environment.StepDeclarations;
import dev.prodigy.engine.step.result.GitMembers;
import dev.prodigy.lang.expr.scope.Members;
import dev.prodigy.model.workflow.AgentSpec;
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
/// @param declared what the workflow's steps will bring forth and ask for
public record RunSettings(
        String runId,
        Language language,
        EnvironmentLayers environment,
        Map<String, AgentSpec> agents,
        Shell shell,
        Map<String, String> variables,
        StepDeclarations declared) {
    private static final Set<String> KINDS = Set.of("shell", "write_file", "foreach", "validate", "template");

    /// How shell texts are run.
    ///
    /// @param interpreter the workflow's, or null
    /// @param program where there is no interpreter: bash, or sh where there is no bash
    public record Shell(@Nullable String interpreter, String program) {}

    /// @return the namespaces that steps will fill, and why they are empty before
    public Map<String, Members> namespaces() {
        var namespaces = new LinkedHashMap<>(ofPhase());
        declared.ids().forEach(id -> namespaces.put(id, new NotYet("step `" + id + "` has not run yet")));
        namespaces.put("validation", new NotYet("nothing has been validated yet"));
        namespaces.put("handler", new NotYet("no handler has run yet"));
        return namespaces;
    }

    /// @return those of them that begin anew with each phase
    public Map<String, Members> ofPhase() {
        var namespaces = new LinkedHashMap<String, Members>();
        KINDS.forEach(kind -> namespaces.put(kind, new NotYet("no " + kind + " step has run yet")));
        agents.keySet().forEach(agent -> namespaces.put(agent, new NotYet("no " + agent + " step has run yet")));
        namespaces.put("last", new NotYet("no step has run yet"));
        namespaces.put("step", GitMembers.BEFORE_THE_FIRST);
        return namespaces;
    }

    /// @return the same, with other layers below the steps' entries
    public RunSettings with(EnvironmentLayers layers) {
        return new RunSettings(runId, language, layers, agents, shell, variables, declared);
    }

    /// @return the same, with further variables for every process
    public RunSettings with(Map<String, String> more) {
        var all = new LinkedHashMap<>(variables);
        all.putAll(more);
        return new RunSettings(runId, language, environment, agents, shell, all, declared);
    }
}

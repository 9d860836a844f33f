package dev.prodigy.lang.load;

import dev.prodigy.lang.decode.workflow.AgentBlock;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How a workflow is loaded.
///
/// @param strict warnings are errors (`--strict`)
/// @param agents the `agents` of the configuration files, home under repository (spec 05 §4)
/// @param given the parameters' texts from outside; null when the workflow is only checked
public record LoadOptions(
        boolean strict,
        Map<String, AgentBlock> agents,
        @Nullable Map<String, String> given) {
    /// Warnings stay warnings; no configured agents.
    public static final LoadOptions DEFAULT = new LoadOptions(false, Map.of(), null);

    /// @return the same with warnings as errors
    public LoadOptions withStrict(boolean warningsAreErrors) {
        return new LoadOptions(warningsAreErrors, agents, given);
    }

    /// @return the same for a workflow that is to be run with these parameters
    public LoadOptions toRunWith(Map<String, String> parameters) {
        return new LoadOptions(strict, agents, parameters);
    }
}

package dev.prodigy.lang.load;

import dev.prodigy.lang.decode.workflow.AgentBlock;
import java.util.Map;

/// How a workflow is loaded.
///
/// @param strict warnings are errors (`--strict`)
/// @param agents the `agents` of the configuration files, home under repository (spec 05 §4)
public record LoadOptions(boolean strict, Map<String, AgentBlock> agents) {
    /// Warnings stay warnings; no configured agents.
    public static final LoadOptions DEFAULT = new LoadOptions(false, Map.of());

    /// @return the same with warnings as errors
    public LoadOptions withStrict(boolean warningsAreErrors) {
        return new LoadOptions(warningsAreErrors, agents);
    }
}

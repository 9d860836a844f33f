package dev.prodigy.lang.load;

import dev.prodigy.lang.decode.Outside;
import dev.prodigy.lang.decode.workflow.AgentBlock;
import java.util.Map;

/// How a workflow is loaded.
///
/// @param strict warnings are errors (`--strict`)
/// @param agents the `agents` of the configuration files, home under repository (spec 05 §4)
/// @param outside what is known of the run that it is loaded for
public record LoadOptions(boolean strict, Map<String, AgentBlock> agents, Outside outside) {
    /// Warnings stay warnings; no configured agents.
    public static final LoadOptions DEFAULT = new LoadOptions(false, Map.of(), Outside.NOTHING);

    /// @return the same with warnings as errors
    public LoadOptions withStrict(boolean warningsAreErrors) {
        return new LoadOptions(warningsAreErrors, agents, outside);
    }

    /// @return the same where other things are known of the run
    public LoadOptions knowing(Outside other) {
        return new LoadOptions(strict, agents, other);
    }
}

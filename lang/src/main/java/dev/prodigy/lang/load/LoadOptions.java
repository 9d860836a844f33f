package dev.prodigy.lang.load;

import dev.prodigy.lang.decode.Outside;
import dev.prodigy.lang.decode.workflow.AgentBlock;
import dev.prodigy.model.env.SecretNames;
import java.util.Map;

/// How a workflow is loaded.
///
/// @param strict warnings are errors (`--strict`)
/// @param agents the `agents` of the configuration files, home under repository (spec 05 §4)
/// @param secretNames which entries are secret by their name
/// @param outside what is known of the run that it is loaded for
public record LoadOptions(boolean strict, Map<String, AgentBlock> agents, SecretNames secretNames, Outside outside) {
    /// Warnings stay warnings; no configured agents.
    public static final LoadOptions DEFAULT = new LoadOptions(false, Map.of(), SecretNames.STANDARD, Outside.NOTHING);

    /// @return the same with warnings as errors
    public LoadOptions withStrict(boolean warningsAreErrors) {
        return new LoadOptions(warningsAreErrors, agents, secretNames, outside);
    }

    /// @return the same with what a configuration says
    public LoadOptions configured(Map<String, AgentBlock> configured, SecretNames names) {
        return new LoadOptions(strict, configured, names, outside);
    }

    /// @return the same where other things are known of the run
    public LoadOptions knowing(Outside other) {
        return new LoadOptions(strict, agents, secretNames, other);
    }
}

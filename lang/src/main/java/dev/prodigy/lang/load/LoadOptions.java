package dev.prodigy.lang.load;

import dev.prodigy.lang.decode.ConfiguredVariable;
import dev.prodigy.lang.decode.Outside;
import dev.prodigy.lang.decode.workflow.AgentBlock;
import dev.prodigy.model.env.SecretNames;
import java.util.Map;

/// How a workflow is loaded.
///
/// @param strict warnings are errors (`--strict`)
/// @param agents the `agents` of the configuration files, home under repository (spec 05 §4)
/// @param variables the configured `variables` by name; they rank below everything that a workflow declares
/// @param secretNames which entries are secret by their name
/// @param outside what is known of the run that it is loaded for
public record LoadOptions(
        boolean strict,
        Map<String, AgentBlock> agents,
        Map<String, ConfiguredVariable> variables,
        SecretNames secretNames,
        Outside outside) {
    /// Warnings stay warnings; nothing is configured.
    public static final LoadOptions DEFAULT =
            new LoadOptions(false, Map.of(), Map.of(), SecretNames.STANDARD, Outside.NOTHING);

    /// @return the same with warnings as errors
    public LoadOptions withStrict(boolean warningsAreErrors) {
        return new LoadOptions(warningsAreErrors, agents, variables, secretNames, outside);
    }

    /// @return the same with what a configuration says
    public LoadOptions configured(
            Map<String, AgentBlock> configured, Map<String, ConfiguredVariable> lowest, SecretNames secrets) {
        return new LoadOptions(strict, configured, lowest, secrets, outside);
    }

    /// @return the same where other things are known of the run
    public LoadOptions knowing(Outside other) {
        return new LoadOptions(strict, agents, variables, secretNames, other);
    }
}

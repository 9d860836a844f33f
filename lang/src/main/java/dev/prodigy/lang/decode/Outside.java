package dev.prodigy.lang.decode;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a run gets from outside its workflow: numbers, booleans and durations may be taken from it (spec 01 §1,
/// "Scalars").
///
/// @param variables texts by name: parameters, and variables of `env_files`
/// @param environment the variables of the process, for names that nothing declares
/// @param profile the active profile, or null
/// @param complete whether nothing more will be known: a name without a value is a mistake then
public record Outside(
        Map<String, String> variables,
        Map<String, String> environment,
        @Nullable String profile,
        boolean complete) {
    /// The workflow is only checked.
    public static final Outside NOTHING = new Outside(Map.of(), Map.of(), null, false);

    public Outside {
        variables = Map.copyOf(variables);
        environment = Map.copyOf(environment);
    }

    /// @return parameters, as long as nothing else is known
    public static Outside parameters(Map<String, String> variables) {
        return new Outside(variables, Map.of(), null, false);
    }
}

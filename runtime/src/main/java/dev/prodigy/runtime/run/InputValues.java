package dev.prodigy.runtime.run;

import dev.prodigy.engine.environment.Secrets;
import dev.prodigy.lang.expr.scope.Binding;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The values that come into a run from outside: parameters, env files, secrets, the profile (spec 01 §12, §13).
///
/// @param given parameters over defaults, by name
/// @param files the variables of `env_files`
/// @param profile the active profile, or null
record InputValues(
        Map<String, Binding> given,
        Map<String, String> files,
        Secrets secrets,
        @Nullable String profile) {}

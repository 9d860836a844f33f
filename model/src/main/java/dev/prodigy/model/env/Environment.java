package dev.prodigy.model.env;

import dev.prodigy.model.text.Text;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The environment that a workflow's steps see, before steps add their own (spec 01 §13).
///
/// @param env entries in source order
/// @param inherit whether all of the process environment is passed on
/// @param files in order, later ones win
/// @param profiles name → entries
/// @param activeProfile the profile when nobody names one, or null
/// @param secrets name → where its value comes from
public record Environment(
        Map<String, EnvEntry> env,
        boolean inherit,
        List<EnvFile> files,
        Map<String, Map<String, EnvEntry>> profiles,
        @Nullable String activeProfile,
        Map<String, Secret> secrets) {

    /// A file of `KEY=VALUE` lines.
    public record EnvFile(Text path, boolean required) {}

    /// Nothing but what the process has.
    public static final Environment INHERITED = new Environment(Map.of(), true, List.of(), Map.of(), null, Map.of());
}

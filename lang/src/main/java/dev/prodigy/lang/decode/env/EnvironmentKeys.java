package dev.prodigy.lang.decode.env;

import dev.prodigy.lang.decode.Booleans;
import dev.prodigy.lang.decode.Entries;
import dev.prodigy.lang.decode.Key;
import dev.prodigy.lang.decode.KeySet;
import dev.prodigy.lang.decode.Lists;
import dev.prodigy.lang.decode.Maps;
import dev.prodigy.lang.decode.Nearest;
import dev.prodigy.lang.decode.Texts;
import dev.prodigy.model.env.EnvEntry;
import dev.prodigy.model.env.Environment;
import dev.prodigy.model.env.Secret;
import dev.prodigy.model.source.Problem;
import dev.prodigy.model.source.ProblemCode;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// The top-level keys of the environment (spec 01 §13).
public final class EnvironmentKeys {
    private static final Key<SequencedMap<String, EnvEntry>> ENV =
            Key.of("env", EnvEntryShape.ENV, "Variables of every step.");
    private static final Key<Boolean> INHERIT = Key.of(
                    "inherit", Booleans.BOOLEAN, "Whether all of the process environment is passed on.")
            .byDefault(true);
    private static final Key<List<Environment.EnvFile>> ENV_FILES =
            Key.of("env_files", Lists.oneOrMany(EnvFileShape.ENV_FILE), "Files of KEY=VALUE lines; later ones win.");
    private static final Key<SequencedMap<String, SequencedMap<String, EnvEntry>>> PROFILES = Key.of(
            "profiles",
            Maps.of("a map of profiles", ProfileShape.PROFILE),
            "Named sets of variables; --profile selects.");
    private static final Key<String> ACTIVE_PROFILE =
            Key.of("active_profile", Texts.STRING, "The profile when nobody names one.");
    private static final Key<SequencedMap<String, Secret>> SECRETS = Key.of(
            "secrets",
            Maps.of("a map of secrets", SecretShape.SECRET),
            "Variables whose values are masked everywhere.");

    /// All of them.
    public static final KeySet KEYS = KeySet.of(ENV, INHERIT, ENV_FILES, PROFILES, ACTIVE_PROFILE, SECRETS);

    private EnvironmentKeys() {}

    /// Reads them.
    public static Environment environment(Entries entries) {
        var profiles = entries.get(PROFILES);
        var active = entries.get(ACTIVE_PROFILE);
        var names = profiles == null ? List.<String>of() : List.copyOf(profiles.keySet());
        if (active != null && !names.contains(active)) {
            var place = entries.at(ACTIVE_PROFILE);
            var message = "there is no profile \"" + active + "\"; "
                    + (names.isEmpty() ? "none is defined" : "defined: " + String.join(", ", names));
            place.report(Problem.error(
                            ProblemCode.UNDEFINED_REFERENCE,
                            message,
                            entries.span(ACTIVE_PROFILE),
                            place.path().toString())
                    .suggesting(Nearest.to(active, names)));
        }
        return new Environment(
                orEmpty(entries.get(ENV)),
                entries.get(INHERIT, true),
                entries.get(ENV_FILES, List.of()),
                profiles == null ? Map.of() : Collections.unmodifiableMap(profiles),
                active,
                orEmpty(entries.get(SECRETS)));
    }

    private static <T> Map<String, T> orEmpty(@Nullable Map<String, T> map) {
        return map == null ? Map.of() : map;
    }
}

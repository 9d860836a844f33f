package dev.prodigy.engine.environment;

import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.lang.expr.value.ValueText;
import dev.prodigy.model.env.EnvEntry;
import dev.prodigy.model.env.SecretNames;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The layers of a run's environment below what steps add, as far as they are the same for the whole run (spec 01
/// §13).
///
/// @param process the environment prodigy was started in
/// @param inherit whether all of it is passed on
/// @param given `ARG*`, defaults and parameters by name; parameters win
/// @param files the variables of `env_files`, later files won
/// @param env entries of the workflow
/// @param profile entries of the active profile
/// @param secrets by name
/// @param printed output of the entries' commands that were run once for the whole run
/// @param secretNames which entries and variables are secret by their name
public record EnvironmentLayers(
        Map<String, String> process,
        boolean inherit,
        Map<String, Binding> given,
        Map<String, String> files,
        Map<String, EnvEntry> env,
        Map<String, EnvEntry> profile,
        Secrets secrets,
        Map<String, String> printed,
        SecretNames secretNames) {

    private static final Set<String> ALWAYS =
            Set.of("PATH", "HOME", "USER", "LOGNAME", "SHELL", "TMPDIR", "TERM", "LANG");
    private static final Set<String> CLEARED = Set.of("PATH", "HOME", "TMPDIR");

    public EnvironmentLayers {
        process = Map.copyOf(process);
        given = new LinkedHashMap<>(given);
        files = new LinkedHashMap<>(files);
        env = new LinkedHashMap<>(env);
        profile = new LinkedHashMap<>(profile);
        printed = Map.copyOf(printed);
    }

    /// @param cleared only what no program can do without
    /// @return what of the process environment is passed on
    public Map<String, String> passedOn(boolean cleared) {
        if (!cleared && inherit) {
            return process;
        }
        var passed = new LinkedHashMap<String, String>();
        process.forEach((name, value) -> {
            if (cleared ? isKeptCleared(name) : ALWAYS.contains(name) || name.startsWith("LC_")) {
                passed.put(name, value);
            }
        });
        return passed;
    }

    private static boolean isKeptCleared(String name) {
        return CLEARED.contains(name) || name.startsWith("PRODIGY_");
    }

    /// @return the values that are secret without an entry: declared secrets, and variables that are named like one
    public Set<String> secretValues() {
        var values = new LinkedHashSet<>(secretNames.secretsIn(process));
        values.addAll(secretNames.secretsIn(files));
        values.addAll(secrets.values());
        values.addAll(secretNames.secretsIn(givenTexts()));
        return values;
    }

    private Map<String, String> givenTexts() {
        var texts = new HashMap<String, String>();
        given.forEach((name, binding) -> {
            if (binding instanceof Binding.Present present) {
                texts.put(name, ValueText.of(present.value()));
            }
        });
        return texts;
    }

    /// @return the same, with the output of entries' commands
    public EnvironmentLayers with(Map<String, String> outputs) {
        return new EnvironmentLayers(process, inherit, given, files, env, profile, secrets, outputs, secretNames);
    }

    /// @return the entries of the workflow and the active profile that are commands to be run once
    public Set<String> commands() {
        var names = new LinkedHashSet<String>();
        for (var entries : List.of(env, profile)) {
            entries.forEach((name, entry) -> {
                if (entry instanceof EnvEntry.Printed printed && printed.cache()) {
                    names.add(name);
                } else {
                    names.remove(name);
                }
            });
        }
        names.removeAll(secrets.names());
        return names;
    }

    /// @return names of the entries, lowest layer first
    List<Set<String>> names() {
        return List.of(given.keySet(), files.keySet(), env.keySet(), profile.keySet(), secrets.names());
    }
}

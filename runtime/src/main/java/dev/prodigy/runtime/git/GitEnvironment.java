package dev.prodigy.runtime.git;

import java.util.List;
import java.util.Map;
import java.util.Set;

/// What of the inherited environment reaches git, and the settings that keep prodigy's own calls free of hooks,
/// signing, background work, editors and prompts (spec 03 §9).
final class GitEnvironment {
    /// The user's identity and configuration stay; all other `GIT_…` variables would redirect or disturb a call.
    private static final List<String> KEPT =
            List.of("GIT_CONFIG", "GIT_EXEC_PATH", "GIT_SSH", "GIT_SSL", "GIT_HTTP", "GIT_PROXY", "GIT_TEMPLATE");

    private static final Set<String> IDENTITY =
            Set.of("GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL");

    /// Objects are written to the disk without waiting for its cache; the forced update of a reference, which
    /// comes after them, makes both durable; git alone would not write them out at all. Many calls run side
    /// by side already: threads within one (`preloadIndex`) only cost.
    private static final List<String> OWN_SETTINGS = List.of(
            "core.hooksPath=/dev/null",
            "core.fsmonitor=false",
            "core.fsync=loose-object,pack,pack-metadata,reference",
            "core.fsyncMethod=writeout-only",
            "core.preloadIndex=false",
            "commit.gpgSign=false",
            "gc.auto=0",
            "maintenance.auto=false",
            "submodule.recurse=false",
            "advice.detachedHead=false",
            "i18n.commitEncoding=UTF-8",
            "rerere.autoUpdate=false",
            "color.ui=never");

    private static final List<String> USER_SETTINGS = List.of("gc.auto=0", "maintenance.auto=false");

    private GitEnvironment() {}

    /// Removes the variables that must not reach git and sets those that every call has.
    static void apply(Map<String, String> environment, GitCommand command) {
        environment.keySet().removeIf(name -> name.startsWith("GIT_") && !isKept(name));
        environment.put("GIT_TERMINAL_PROMPT", "0");
        environment.put("GIT_EDITOR", ":");
        environment.put("GIT_SEQUENCE_EDITOR", ":");
        environment.put("GIT_MERGE_AUTOEDIT", "no");
        environment.put("GIT_OPTIONAL_LOCKS", "0");
        if (command.conduct() == Conduct.OWN) {
            environment.put("LC_ALL", "C");
            environment.put("LANGUAGE", "C");
        }
        environment.putAll(command.variables());
    }

    /// @return the settings for a conduct, each to be given with `-c`
    static List<String> settings(Conduct conduct) {
        return switch (conduct) {
            case OWN -> OWN_SETTINGS;
            case USER -> USER_SETTINGS;
        };
    }

    private static boolean isKept(String name) {
        return IDENTITY.contains(name) || KEPT.stream().anyMatch(name::startsWith);
    }
}

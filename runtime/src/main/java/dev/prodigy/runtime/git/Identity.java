package dev.prodigy.runtime.git;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/// Who prodigy's own commits are by: the user's git identity, and for what of it is missing `prodigy`
/// (spec 03 §10). A name or address that git would only guess from the machine is no identity.
///
/// @param variables what to add to the environment of a call that makes a commit
public record Identity(Map<String, String> variables) {
    private static final String NAME = "prodigy";
    private static final String MAIL = "prodigy@localhost";

    public Identity {
        variables = Map.copyOf(variables);
    }

    /// Asks git's configuration and the environment.
    ///
    /// @param environment the inherited one
    static Identity of(Git git, WorkTree repository, Map<String, String> environment) {
        var listed = git.run(
                GitCommand.at(repository, "config", "-z", "--get-regexp", "^(user|author|committer)\\.(name|email)$"));
        var configured = new HashMap<String, String>();
        for (var field : listed.fields()) {
            // Key and value are on a line each; of several values of a key the last counts.
            int end = field.indexOf('\n');
            if (end > 0) {
                configured.put(field.substring(0, end).toLowerCase(Locale.ROOT), field.substring(end + 1));
            }
        }
        configured.values().removeIf(String::isBlank);
        var missing = new HashMap<String, String>();
        for (var role : new String[] {"author", "committer"}) {
            String prefix = "GIT_" + role.toUpperCase(Locale.ROOT) + "_";
            if (!configured.containsKey("user.name") && !configured.containsKey(role + ".name")) {
                missing.put(prefix + "NAME", environment.getOrDefault(prefix + "NAME", NAME));
            }
            if (!configured.containsKey("user.email") && !configured.containsKey(role + ".email")) {
                missing.put(
                        prefix + "EMAIL",
                        environment.getOrDefault(prefix + "EMAIL", environment.getOrDefault("EMAIL", MAIL)));
            }
        }
        return new Identity(missing);
    }
}

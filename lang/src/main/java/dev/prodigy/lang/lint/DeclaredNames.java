package dev.prodigy.lang.lint;

import dev.prodigy.lang.expr.ReadableText;
import dev.prodigy.lang.expr.TextPlace;
import dev.prodigy.lang.expr.scope.Nature;
import dev.prodigy.model.env.EnvEntry;
import dev.prodigy.model.env.Environment;
import dev.prodigy.model.workflow.Workflow;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The names that are declared before a workflow's first step (spec 01 §7, §13).
final class DeclaredNames {
    private static final List<String> FIXED = List.of("ARG", "ITERATION", "PROJECT_ROOT", "WORKTREE");

    private DeclaredNames() {}

    /// @param configured names of the configured variables
    /// @return a place where all of them are known
    static Visible in(Workflow workflow, Set<String> configured) {
        var header = workflow.header();
        var names = Visible.outermost();
        configured.forEach(name -> names.declare(name, Known.TEXT));
        FIXED.forEach(name -> names.declare(name, Known.TEXT));
        header.defaults().keySet().forEach(name -> names.declare(name, Known.TEXT));
        header.parameters().forEach(parameter -> names.declare(parameter.name(), Known.TEXT));
        var environment = header.environment();
        environment.secrets().keySet().forEach(name -> names.declare(name, Known.SECRET));
        // Entries may refer to each other in any order: the second time around all of them are known.
        for (int i = 0; i < 2; i++) {
            environment.profiles().values().forEach(profile -> entries(profile, environment, names));
            entries(environment.env(), environment, names);
        }
        environment(environment, names);
        names.declare(
                "secrets",
                new Known(
                        Known.Form.NAMESPACE,
                        Nature.DATA,
                        true,
                        false,
                        environment.secrets().keySet(),
                        false,
                        false));
        names.declare("step", Known.namespace(Namespaces.STEP));
        names.declare("workflow", Known.namespace(Namespaces.WORKFLOW));
        names.declare("run", Known.NAMESPACE);
        return names;
    }

    /// What files and the process add to `env` is not known here: a near miss may be one of a file's names.
    private static void environment(Environment environment, Visible names) {
        if (!environment.files().isEmpty()) {
            names.declare("env", Known.NAMESPACE);
            return;
        }
        var keys = new HashSet<>(environment.env().keySet());
        keys.addAll(environment.secrets().keySet());
        environment.profiles().values().forEach(profile -> keys.addAll(profile.keySet()));
        names.declare("env", Known.openNamespace(keys));
    }

    /// Makes the `env` of a step known where its texts stand.
    static void ofStep(Map<String, EnvEntry> entries, Visible names) {
        entries.forEach((name, entry) -> names.declare(name, of(entry, names)));
        var around = names.find("env");
        var known = around == null ? null : around.members();
        if (known != null) {
            var keys = new HashSet<>(known);
            keys.addAll(entries.keySet());
            names.declare("env", Known.openNamespace(keys));
        }
    }

    private static void entries(Map<String, EnvEntry> entries, Environment environment, Visible names) {
        entries.forEach((name, entry) -> {
            if (!environment.secrets().containsKey(name)) {
                names.declare(name, of(entry, names));
            }
        });
    }

    /// @return what an entry of an environment is to those who read it
    static Known of(EnvEntry entry, Visible names) {
        return switch (entry) {
            case EnvEntry.Phrase(var text, boolean secret) -> secret ? Known.SECRET : of(text.source(), names);
            case EnvEntry.Unset _ -> Known.TEXT;
            case EnvEntry.Printed(var _, var _, boolean secret) -> secret ? Known.SECRET : Known.DATA;
            case EnvEntry.Chosen chosen ->
                chosen.secret() ? Known.SECRET : of(chosen.whenTrue().source(), names);
        };
    }

    /// A text into which data was put is data, and one with a secret in it is secret.
    private static Known of(String text, Visible names) {
        if (!text.contains("$")) {
            return Known.TEXT;
        }
        var known = Known.TEXT;
        for (var path : ReadableText.variables(text, TextPlace.ENVIRONMENT)) {
            var found = names.find(path.first());
            if (found == null || found.nature() == Nature.DATA) {
                known = known.secret() || (found != null && found.secret()) ? Known.SECRET : Known.DATA;
            }
        }
        return known;
    }
}

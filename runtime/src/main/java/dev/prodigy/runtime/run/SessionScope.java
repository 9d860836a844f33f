package dev.prodigy.runtime.run;

import dev.prodigy.engine.run.Stage;
import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.lang.expr.scope.Members;
import dev.prodigy.lang.expr.scope.Nature;
import dev.prodigy.lang.expr.scope.Scope;
import dev.prodigy.model.value.Value;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The names that a run itself gives: `workflow`, `run`, the fixed plain names, and `map` and `merge` in their time
/// (spec 01 §7).
final class SessionScope implements Scope {
    private final Map<String, Binding> names;
    private final Map<String, Members> namespaces;

    private SessionScope(Map<String, Binding> names, Map<String, Members> namespaces) {
        this.names = names;
        this.namespaces = namespaces;
    }

    /// @param arguments `ARG`, `ARG_1`, …, `PROJECT_ROOT`, `WORKTREE`
    static SessionScope of(String name, String runId, String mode, Map<String, Binding> arguments) {
        var workflow = new LinkedHashMap<String, Binding>();
        workflow.put("name", Binding.text(name));
        workflow.put("id", Binding.text(runId));
        workflow.put("mode", Binding.text(mode));
        workflow.put("iteration", Binding.of(Value.of(1), Nature.TEXT));
        var namespaces = new ConcurrentHashMap<String, Members>();
        namespaces.put("workflow", Members.of(workflow));
        namespaces.put("run", Members.of(Map.of("id", Binding.text(runId))));
        return new SessionScope(new HashMap<>(arguments), namespaces);
    }

    /// @return the names of one pass
    SessionScope inPass(Stage.Pass pass) {
        var own = new HashMap<>(names);
        own.put("ITERATION", Binding.of(Value.of(pass.iteration()), Nature.TEXT));
        if (pass.arg() != null) {
            own.put("ARG", Binding.text(pass.arg()));
        }
        return new SessionScope(own, namespaces);
    }

    /// Sets a namespace: `map` after the map phase, `merge` in the merge phase.
    void namespace(String name, Members members) {
        namespaces.put(name, members);
    }

    @Override
    public Binding find(String name) {
        var plain = names.get(name);
        if (plain != null) {
            return plain;
        }
        var members = namespaces.get(name);
        return members == null ? Binding.notOwned() : new Binding.Namespace(members);
    }

    @Override
    public Collection<String> names() {
        var all = new java.util.HashSet<>(names.keySet());
        all.addAll(namespaces.keySet());
        return Set.copyOf(all);
    }
}

package dev.prodigy.runtime.run.input;

import dev.prodigy.engine.environment.NotYet;
import dev.prodigy.engine.environment.PlainScope;
import dev.prodigy.engine.run.Stage;
import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.lang.expr.scope.Members;
import dev.prodigy.lang.expr.scope.Nature;
import dev.prodigy.model.value.Value;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/// The names that a run itself gives: `workflow`, `run`, the fixed plain names, and `map` and `merge` in their time
/// (spec 01 §7).
public final class SessionScope implements PlainScope {
    private static final Map<String, Members> ELSEWHERE = Map.of(
            "item", new NotYet("there is no item here"),
            "batch", new NotYet("there is no batch here"),
            "foreach", new NotYet("there is no loop here"),
            "map", new NotYet("the map phase has not ended yet"),
            "merge", new NotYet("the merge phase has not begun yet"),
            "conflict", new NotYet("there is no conflict here"),
            "error", new NotYet("there is no failure here"),
            "test", new NotYet("there is no failure here"));

    private static final Pattern ARGUMENT = Pattern.compile("ARG(_[1-9][0-9]*)?");

    private final Map<String, Binding> names;
    private final Map<String, Members> namespaces;
    private final int iteration;

    private SessionScope(Map<String, Binding> names, Map<String, Members> namespaces, int iteration) {
        this.names = names;
        this.namespaces = namespaces;
        this.iteration = iteration;
    }

    /// @param arguments `ARG`, `ARG_1`, …, `PROJECT_ROOT`, `WORKTREE`
    public static SessionScope of(String name, String runId, String mode, Map<String, Binding> arguments) {
        var workflow = new LinkedHashMap<String, Binding>();
        workflow.put("name", Binding.text(name));
        workflow.put("id", Binding.text(runId));
        workflow.put("mode", Binding.text(mode));
        var namespaces = new ConcurrentHashMap<String, Members>();
        namespaces.put("workflow", Members.of(workflow));
        namespaces.put("run", Members.of(Map.of("id", Binding.text(runId))));
        var names = new HashMap<>(arguments);
        names.put("ITERATION", Binding.of(Value.of(1), Nature.TEXT));
        return new SessionScope(names, namespaces, 1);
    }

    /// @return the names of one pass
    public SessionScope inPass(Stage.Pass pass) {
        var own = new HashMap<>(names);
        own.put("ITERATION", Binding.of(Value.of(pass.iteration()), Nature.TEXT));
        if (pass.arg() != null) {
            own.put("ARG", Binding.of(Value.of(pass.arg()), pass.found() ? Nature.DATA : Nature.TEXT));
        }
        return new SessionScope(own, namespaces, pass.iteration());
    }

    /// Sets a namespace: `map` after the map phase, `merge` in the merge phase.
    public void namespace(String name, Members members) {
        namespaces.put(name, members);
    }

    /// The members of `workflow` in one pass.
    private record Iteration(Members run, int iteration) implements Members {
        @Override
        public Binding find(String name) {
            return name.equals("iteration") ? Binding.of(Value.of(iteration), Nature.TEXT) : run.find(name);
        }

        @Override
        public Collection<String> names() {
            return run.names();
        }
    }

    @Override
    public Binding find(String name) {
        var members = namespaces.getOrDefault(name, ELSEWHERE.get(name));
        if (members == null) {
            return Binding.notOwned();
        }
        return new Binding.Namespace(name.equals("workflow") ? new Iteration(members, iteration) : members);
    }

    @Override
    public Collection<String> plainNames() {
        return Set.copyOf(names.keySet());
    }

    @Override
    public Binding ofRun(String name) {
        var given = names.get(name);
        if (given == null && ARGUMENT.matcher(name).matches()) {
            return new Binding.Missing("the run has no such argument; --args and --map give some");
        }
        return given == null ? Binding.notOwned() : given;
    }

    @Override
    public Collection<String> names() {
        var all = new HashSet<>(names.keySet());
        all.addAll(namespaces.keySet());
        return Set.copyOf(all);
    }
}

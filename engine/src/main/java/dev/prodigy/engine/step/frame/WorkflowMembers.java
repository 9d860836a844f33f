package dev.prodigy.engine.step.frame;

import dev.prodigy.engine.step.result.GitMembers;
import dev.prodigy.engine.world.Tree;
import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.lang.expr.scope.Members;
import dev.prodigy.lang.expr.scope.Scope;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;

/// `workflow.…`: what the run gives, and what git shows since the working tree was created (spec 01 §7). Git is asked
/// only when a text asks.
record WorkflowMembers(Members run, Tree tree) implements Members {
    private static final Set<String> OF_GIT = GitMembers.of(Tree.Changes.NONE).keySet();

    /// @return the members over those that a scope gives
    static Members of(Scope scope, Tree tree) {
        return new WorkflowMembers(
                scope.find("workflow") instanceof Binding.Namespace(var members) ? members : Members.NONE, tree);
    }

    @Override
    public Binding find(String name) {
        return OF_GIT.contains(name)
                ? GitMembers.of(tree.since(tree.origin())).getOrDefault(name, Binding.notOwned())
                : run.find(name);
    }

    @Override
    public Collection<String> names() {
        var names = new LinkedHashSet<>(run.names());
        names.addAll(OF_GIT);
        return names;
    }
}

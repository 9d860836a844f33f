package dev.prodigy.lang.expr.scope;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The names that a text or expression can read at one place of a run (spec 01 §7). Whoever makes a scope decides
/// precedence; here a name is looked up once and its path walked.
public interface Scope {
    /// A scope that owns nothing.
    Scope EMPTY = of(Map.of());

    /// @param name the first name of a path
    /// @return what it stands for; {@link Binding.NotOwned} when it is none of ours
    Binding find(String name);

    /// @return the process environment's variable, for names that are not owned (spec 01 §8.4); null when absent
    default @Nullable String environment(String name) {
        return null;
    }

    /// @return the names that are owned, for suggestions
    default Collection<String> names() {
        return List.of();
    }

    /// @return a scope of these names without a process environment
    static Scope of(Map<String, Binding> names) {
        var members = Members.of(names);
        return new Scope() {
            @Override
            public Binding find(String name) {
                return members.find(name);
            }

            @Override
            public Collection<String> names() {
                return members.names();
            }
        };
    }
}

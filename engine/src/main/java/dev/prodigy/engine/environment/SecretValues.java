package dev.prodigy.engine.environment;

import java.util.HashSet;
import java.util.Set;

/// Texts that are secret and have no name where they are known (spec 02 §11).
///
/// @param masked all of them
/// @param declared those that a workflow says to be secrets: no file and no item may hold them
public record SecretValues(Set<String> masked, Set<String> declared) {
    /// There are none.
    public static final SecretValues NONE = new SecretValues(Set.of(), Set.of());

    /// What is declared is masked.
    public SecretValues {
        var all = new HashSet<>(masked);
        all.addAll(declared);
        masked = Set.copyOf(all);
        declared = Set.copyOf(declared);
    }

    /// @return both together
    public SecretValues with(SecretValues more) {
        if (more.masked.isEmpty()) {
            return this;
        }
        var all = new HashSet<>(masked);
        all.addAll(more.masked);
        var said = new HashSet<>(declared);
        said.addAll(more.declared);
        return new SecretValues(all, said);
    }

    /// Tells of each of them.
    public void tell(SecretTexts to) {
        masked.forEach(each -> to.add(each, declared.contains(each)));
    }

    /// @return nothing of the values
    @Override
    public String toString() {
        return masked.size() + " secrets";
    }
}

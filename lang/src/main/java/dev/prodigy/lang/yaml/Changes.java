package dev.prodigy.lang.yaml;

import dev.prodigy.model.value.Value;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The places where two normal forms differ, as a resume names them (spec 03 §14): `map.agent_template[0].shell`.
///
/// A place that exists on one side only is named itself, not everything below it. Maps differ regardless of the order
/// of their keys, lists by position.
public final class Changes {
    private final List<String> paths = new ArrayList<>();

    private Changes() {}

    /// @return the paths, in the order of the second form, then those that only the first has; empty when equal
    public static List<String> between(Value before, Value after) {
        var changes = new Changes();
        changes.compare(before, after, NodePath.ROOT);
        return List.copyOf(changes.paths);
    }

    private void compare(@Nullable Value before, @Nullable Value after, NodePath path) {
        if (before instanceof Value.Fields was && after instanceof Value.Fields is) {
            fields(was, is, path);
        } else if (before instanceof Value.Items(var was) && after instanceof Value.Items(var is)) {
            for (int i = 0; i < Math.max(was.size(), is.size()); i++) {
                compare(i < was.size() ? was.get(i) : null, i < is.size() ? is.get(i) : null, path.index(i));
            }
        } else if (before == null || !before.equals(after)) {
            paths.add(path.toString());
        }
    }

    private void fields(Value.Fields before, Value.Fields after, NodePath path) {
        after.members().forEach((key, value) -> compare(before.get(key), value, path.key(key)));
        before.members().keySet().stream()
                .filter(key -> !after.members().containsKey(key))
                .forEach(key -> paths.add(path.key(key).toString()));
    }
}

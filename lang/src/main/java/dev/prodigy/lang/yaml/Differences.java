package dev.prodigy.lang.yaml;

import dev.prodigy.model.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/// The places where two normal forms differ, as a resume names them (spec 03 §14): `map.agent_template[0].shell`.
///
/// A place that exists on one side only is named itself, not everything below it. Maps differ regardless of the order
/// of their keys, lists by position, declared parameters by their names whatever they are declared in.
public final class Differences {
    private static final String NAMED = "parameters";
    private static final String NAME = "name";

    private final BiPredicate<Value, Value> same;
    private final List<NodePath> paths = new ArrayList<>();

    private Differences(BiPredicate<Value, Value> same) {
        this.same = same;
    }

    /// @param same whether two values, the earlier one first, count as one; where they do not, what is in them is
    ///     compared
    /// @return the paths, in the order of the first form, then those that only the second has; empty when equal
    public static List<NodePath> between(Value before, Value after, BiPredicate<Value, Value> same) {
        var changes = new Differences(same);
        changes.compare(before, after, NodePath.ROOT);
        return List.copyOf(changes.paths);
    }

    private void compare(@Nullable Value before, @Nullable Value after, NodePath path) {
        if (before == null || after == null) {
            paths.add(path);
        } else if (same.test(before, after)) {
            return;
        } else if (before instanceof Value.Fields(var was) && after instanceof Value.Fields(var is)) {
            var names = new LinkedHashSet<>(was.keySet());
            names.addAll(is.keySet());
            names.forEach(name -> compare(was.get(name), is.get(name), path.key(name)));
        } else if (before instanceof Value.Items(var was) && after instanceof Value.Items(var is)) {
            var named = path.toString().equals(NAMED) ? byName(was) : null;
            var others = named == null ? null : byName(is);
            if (named != null && others != null) {
                compare(named, others, path);
                return;
            }
            for (int i = 0; i < Math.max(was.size(), is.size()); i++) {
                compare(i < was.size() ? was.get(i) : null, i < is.size() ? is.get(i) : null, path.index(i));
            }
        } else {
            paths.add(path);
        }
    }

    /// @return the elements by their names; null where one has none
    private static Value.@Nullable Fields byName(List<Value> elements) {
        var named = new LinkedHashMap<String, Value>();
        for (var each : elements) {
            if (!(each instanceof Value.Fields map) || !(map.get(NAME) instanceof Value.Text(var name))) {
                return null;
            }
            named.put(name, map);
        }
        return new Value.Fields(named);
    }
}

package dev.prodigy.lang.yaml;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Places of the normal form as steps and items are named everywhere else: `reduce[0].shell`, not
/// `reduce.commands[0].shell` (spec 05 §1, STEP). The normal form writes keys out that a user may leave out.
public final class StepPaths {
    private static final String ON_EXIT_CODE = "on_exit_code";
    private static final Set<String> STEPS = Set.of("commands", "steps");

    /// What is called like the list of steps in it.
    private static final Set<String> LISTS =
            Set.of("setup", "reduce", "merge", "on_conflict", "on_failure", "on_success", "validate", "on_incomplete");

    /// Each of whose values is such a list, called like its key.
    private static final Set<String> MAPS_OF_LISTS = Set.of(ON_EXIT_CODE, "handlers");

    /// The only step of what stands for a failed one.
    private static final String FALLBACK = "fallback";

    private StepPaths() {}

    /// @param normal a place in the normal form
    /// @return the place as steps are named
    public static NodePath of(NodePath normal) {
        var way = wayTo(normal);
        var path = NodePath.ROOT;
        for (int i = 0; i < way.size(); i++) {
            var name = way.get(i).key();
            if (name == null) {
                path = path.index(way.get(i).index());
            } else if (!isUnsaid(way, i) || isData(way, i)) {
                path = isFallback(way, i) ? path.key(name).index(0) : path.key(name);
            }
        }
        return path;
    }

    private static List<NodePath> wayTo(NodePath place) {
        var way = new ArrayList<NodePath>();
        for (var at = place; at.parent() != null; at = at.parent()) {
            way.addFirst(at);
        }
        return way;
    }

    private static boolean isUnsaid(List<NodePath> way, int i) {
        var name = way.get(i).key();
        boolean isList = i + 1 < way.size() && way.get(i + 1).key() == null;
        if ("foreach".equals(name)) {
            var inside = key(way, i + 1);
            return "do".equals(inside) || "foreach".equals(inside);
        }
        if ("validate".equals(name)) {
            return "on_incomplete".equals(key(way, i + 1)) && isList(way, i + 2);
        }
        if ("retry_config".equals(name) || "on_failure".equals(name)) {
            return isFallback(way, i + 1) || isFallback(way, i + 2);
        }
        if ("items".equals(name)) {
            return isList && isInput(way, i - 1);
        }
        return isList && STEPS.contains(String.valueOf(name)) && isNamedByItsHolder(way, i - 1);
    }

    /// Whether what holds a place is a list of steps, be it written out or not.
    private static boolean isList(List<NodePath> way, int i) {
        int first = STEPS.contains(String.valueOf(key(way, i))) ? i + 1 : i;
        return first < way.size() && way.get(first).key() == null;
    }

    private static boolean isFallback(List<NodePath> way, int i) {
        return FALLBACK.equals(key(way, i))
                && ("on_failure".equals(key(way, i - 1)) || ON_EXIT_CODE.equals(key(way, i - 2)));
    }

    private static boolean isNamedByItsHolder(List<NodePath> way, int holder) {
        return LISTS.contains(String.valueOf(key(way, holder)))
                || MAPS_OF_LISTS.contains(String.valueOf(key(way, holder - 1)));
    }

    private static boolean isInput(List<NodePath> way, int i) {
        return i == 1 && "input".equals(key(way, 1)) && "map".equals(key(way, 0));
    }

    /// Keys inside of items are nobody's but the user's.
    private static boolean isData(List<NodePath> way, int i) {
        return i > 2 && isInput(way, 1);
    }

    private static @Nullable String key(List<NodePath> way, int i) {
        return i >= 0 && i < way.size() ? way.get(i).key() : null;
    }
}

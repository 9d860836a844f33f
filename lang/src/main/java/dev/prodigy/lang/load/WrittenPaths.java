package dev.prodigy.lang.load;

import dev.prodigy.lang.yaml.Node;
import dev.prodigy.lang.yaml.NodePath;
import dev.prodigy.model.source.Problem;
import dev.prodigy.model.source.Span;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The paths of one file's keys and values, as the file itself holds them (spec 01 §14, 05 §2.3).
///
/// A composed document has others: what an import brings stands before the file's own steps, and a template's
/// parameters have their values from elsewhere.
final class WrittenPaths {
    private final Map<String, Span> spans = new HashMap<>();
    private final Map<Span, NodePath> keys = new HashMap<>();
    private final Map<Span, NodePath> values = new LinkedHashMap<>();

    /// @param root the tree of the file, before anything was composed
    WrittenPaths(Node root) {
        // a list stands for `{commands: list}`
        add(root, root instanceof Node.Sequence ? NodePath.ROOT.key("commands") : NodePath.ROOT);
    }

    private void add(Node node, NodePath path) {
        spans.putIfAbsent(path.toString(), node.span());
        values.putIfAbsent(node.span(), path);
        switch (node) {
            case Node.Scalar _ -> {}
            case Node.Sequence list -> {
                for (int i = 0; i < list.items().size(); i++) {
                    add(list.items().get(i), path.index(i));
                }
            }
            case Node.Mapping map ->
                map.entries().forEach(entry -> {
                    keys.putIfAbsent(entry.keySpan(), path.key(entry.key()));
                    add(entry.value(), path.key(entry.key()));
                });
        }
    }

    /// @param problem of this file
    /// @return the problem with the path that its place has in the file
    Problem placed(Problem problem) {
        var there = spans.get(problem.path());
        if (there != null && (there.equals(problem.span()) || there.contains(problem.span()))) {
            return problem;
        }
        var path = path(problem.span());
        // the path of a key that is missing is that of the map and the key
        return path == null || problem.path().startsWith(path.toString()) ? problem : problem.at(path.toString());
    }

    private @Nullable NodePath path(Span span) {
        var key = keys.get(span);
        var value = key == null ? values.get(span) : key;
        return value == null ? innermost(span) : value;
    }

    private @Nullable NodePath innermost(Span span) {
        NodePath innermost = null;
        for (var each : values.entrySet()) {
            innermost = each.getKey().contains(span) ? each.getValue() : innermost;
        }
        return innermost;
    }
}

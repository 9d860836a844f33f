package dev.prodigy.lang.compose;

import dev.prodigy.lang.yaml.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// `template.override`: top-level keys, or dotted paths such as `commands[0].timeout` or `commands.0.timeout`,
/// replaced in a template (spec 01 §12).
final class Overrides {
    private static final Pattern INDEXED = Pattern.compile("([^\\[\\]]*)((?:\\[[0-9]{1,6}\\])*)");
    private static final Pattern INDEX = Pattern.compile("\\[[0-9]{1,6}\\]");
    private static final Pattern ELEMENT = Pattern.compile("\\[?([0-9]{1,6})\\]?");

    private Overrides() {}

    /// @param path a key, or names and indexes separated by dots
    /// @return the document with the value at that path replaced; null when a dotted path leads nowhere
    static Node.@Nullable Mapping apply(Node.Mapping document, String path, Node.Entry by) {
        if (path.indexOf('.') < 0 && path.indexOf('[') < 0) {
            return Merge.with(document, by);
        }
        var replaced = replace(document, steps(path), 0, by.value());
        return replaced instanceof Node.Mapping map ? map : null;
    }

    /// @return names, and indexes with their brackets
    private static List<String> steps(String path) {
        var steps = new ArrayList<String>();
        for (int start = 0, end; start <= path.length(); start = end + 1) {
            end = path.indexOf('.', start) < 0 ? path.length() : path.indexOf('.', start);
            var part = INDEXED.matcher(path.substring(start, end));
            if (!part.matches()) {
                steps.add(path.substring(start, end));
                continue;
            }
            if (!part.group(1).isEmpty()) {
                steps.add(part.group(1));
            }
            INDEX.matcher(part.group(2)).results().forEach(index -> steps.add(index.group()));
        }
        return steps;
    }

    private static @Nullable Node replace(Node node, List<String> steps, int at, Node by) {
        if (at == steps.size()) {
            return by;
        }
        return switch (node) {
            case Node.Scalar _ -> null;
            case Node.Mapping map -> member(map, steps, at, by);
            case Node.Sequence list -> element(list, steps, at, by);
        };
    }

    private static @Nullable Node member(Node.Mapping map, List<String> steps, int at, Node by) {
        for (var entry : map.entries()) {
            if (entry.key().equals(steps.get(at))) {
                var inner = replace(entry.value(), steps, at + 1, by);
                return inner == null ? null : Merge.with(map, new Node.Entry(entry.key(), entry.keySpan(), inner));
            }
        }
        return null;
    }

    private static @Nullable Node element(Node.Sequence list, List<String> steps, int at, Node by) {
        var element = ELEMENT.matcher(steps.get(at));
        int index = element.matches() ? Integer.parseInt(element.group(1)) : -1;
        if (index < 0 || index >= list.items().size()) {
            return null;
        }
        var inner = replace(list.items().get(index), steps, at + 1, by);
        if (inner == null) {
            return null;
        }
        var items = new ArrayList<>(list.items());
        items.set(index, inner);
        return new Node.Sequence(items, list.tag(), list.span());
    }
}

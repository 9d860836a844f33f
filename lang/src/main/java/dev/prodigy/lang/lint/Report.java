package dev.prodigy.lang.lint;

import dev.prodigy.lang.decode.Decoding;
import dev.prodigy.lang.decode.ReservedNames;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.lang.yaml.NodePath;
import dev.prodigy.model.source.Problem;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.source.Span;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.workflow.AllSteps;
import dev.prodigy.model.workflow.Workflow;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Takes the problems of a decoded workflow and finds the places in its files that they belong to.
final class Report {
    /// A place to report something at.
    ///
    /// @param path in the document; empty for the root, or where it is not known
    record Spot(Span span, String path) {}

    private record Located(Node node, NodePath path) {}

    private final List<Step> steps;
    private final Node.Mapping root;
    private final Decoding decoding;
    private final Set<String> configured;
    private @Nullable Map<Span, Located> index;

    Report(Workflow workflow, Node.Mapping root, Decoding decoding, Set<String> configured) {
        this.steps = AllSteps.of(workflow);
        this.root = root;
        this.decoding = decoding;
        this.configured = configured;
    }

    /// Adds a problem. Beside a part that is not there only errors are told: what is doubtful about the others may be
    /// right with it.
    void add(Problem problem) {
        if (problem.isError() || !decoding.lacksPart()) {
            decoding.problems().add(problem);
        }
    }

    /// Adds a warning.
    ///
    /// @param hint what to write instead
    void warn(ProblemCode code, Spot at, String message, String hint) {
        add(Problem.warning(code, message, at.span(), at.path()).hinting(hint));
    }

    /// @return whether a name may be one that a step which could not be read would leave behind
    boolean isMaybeMissed(String name) {
        return decoding.maybeMissed(name);
    }

    /// @return whether a name may be that of a secret whose entry or file could not be read
    boolean isMaybeSecret(String name) {
        return decoding.lacksFile()
                || (root.get("secrets") instanceof Node.Mapping written && written.get(name) != null);
    }

    /// @return every step of the workflow, in the order of the document
    List<Step> steps() {
        return steps;
    }

    /// @return the names of the configured variables, which have values everywhere (spec 05 §4)
    Set<String> configured() {
        return configured;
    }

    /// @return the composed document
    Node.Mapping root() {
        return root;
    }

    /// @return whether a name may not be given, which has been reported
    boolean isReserved(String name) {
        return ReservedNames.contains(name, decoding);
    }

    /// @return the place of a value
    Spot at(Span span) {
        var located = index().get(span);
        return new Spot(span, located == null ? "" : located.path().toString());
    }

    /// @param offset of a character in the scalar's text
    /// @return that character's place
    Spot inside(Span span, int offset) {
        var located = index().get(span);
        return located != null && located.node() instanceof Node.Scalar scalar
                ? new Spot(decoding.inside(scalar, offset), located.path().toString())
                : at(span);
    }

    /// @param map a map's place
    /// @return the place of its key of one of these names; of the map when there is none
    Spot key(Span map, String... names) {
        var entry = entry(map, names);
        return entry == null ? at(map) : new Spot(entry.keySpan(), below(map, entry.key()));
    }

    /// @param map a map's place
    /// @param block the key of a map in it
    /// @return the place of a key of that inner map; of the block's key when it is not written there
    Spot below(Span map, String block, String key) {
        var outer = entry(map, block);
        var inner = outer != null && outer.value() instanceof Node.Mapping written ? entry(written, key) : null;
        if (outer == null || inner == null) {
            return key(map, block);
        }
        var located = index().get(map);
        var path = (located == null ? NodePath.ROOT : located.path())
                .key(outer.key())
                .key(inner.key());
        return new Spot(inner.keySpan(), path.toString());
    }

    /// @param key in the map at `where`
    /// @param where keys that lead from the root to the map
    /// @return the key's place
    Spot keyOf(String key, String... where) {
        var map = root;
        var path = NodePath.ROOT;
        for (var step : where) {
            if (map.get(step) instanceof Node.Mapping inner) {
                map = inner;
                path = path.key(step);
            }
        }
        var entry = entry(map, key);
        if (entry == null && entry(map, "env") instanceof Node.Entry(var _, var _, Node.Mapping env)) {
            // A profile may hold its variables under `env`.
            entry = entry(env, key);
            path = path.key("env");
        }
        return entry == null
                ? at(map.span())
                : new Spot(entry.keySpan(), path.key(key).toString());
    }

    /// @param map a map's place
    /// @return the place of the value of its key of one of these names; of the map when there is none
    Spot value(Span map, String... names) {
        var entry = entry(map, names);
        return entry == null ? at(map) : new Spot(entry.value().span(), below(map, entry.key()));
    }

    /// @param map a map's place
    /// @return the entry with one of these names; null when there is none, or no map
    Node.@Nullable Entry entry(Span map, String... names) {
        var located = index().get(map);
        return located != null && located.node() instanceof Node.Mapping mapping ? entry(mapping, names) : null;
    }

    /// @return the entry with one of these names, or null
    static Node.@Nullable Entry entry(Node.Mapping mapping, String... names) {
        for (var name : names) {
            for (var entry : mapping.entries()) {
                if (entry.key().equals(name)) {
                    return entry;
                }
            }
        }
        return null;
    }

    private String below(Span map, String key) {
        var located = index().get(map);
        return located == null ? key : located.path().key(key).toString();
    }

    /// Made only when there is something to report.
    private Map<Span, Located> index() {
        if (index == null) {
            index = new HashMap<>();
            add(root, NodePath.ROOT, index);
            decoding.inlined().values().forEach(template -> addSteps(template, index));
        }
        return index;
    }

    private static void addSteps(Node.Mapping template, Map<Span, Located> index) {
        var steps = template.get("commands");
        if (steps != null) {
            add(steps, NodePath.ROOT, index);
        }
    }

    /// A list that is a whole file stands at the same place as the map that is made of it.
    @SuppressWarnings("ReferenceEquality") // an alias stands for the very same node
    private static void add(Node node, NodePath path, Map<Span, Located> index) {
        var before = index.putIfAbsent(node.span(), new Located(node, path));
        if (before != null && before.node() == node) {
            return;
        }
        switch (node) {
            case Node.Scalar _ -> {}
            case Node.Sequence list -> {
                for (int i = 0; i < list.items().size(); i++) {
                    add(list.items().get(i), path.index(i), index);
                }
            }
            case Node.Mapping map -> map.entries().forEach(entry -> add(entry.value(), path.key(entry.key()), index));
        }
    }
}

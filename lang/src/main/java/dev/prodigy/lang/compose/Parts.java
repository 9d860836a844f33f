package dev.prodigy.lang.compose;

import dev.prodigy.lang.yaml.Node;
import dev.prodigy.lang.yaml.NodePath;
import dev.prodigy.lang.yaml.StepPaths;
import dev.prodigy.model.source.Span;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.workflow.AllSteps;
import dev.prodigy.model.workflow.Workflow;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Stream;

/// Where the parts of a composed document were written (spec 05 §2.1): its keys, what the maps at them hold, its steps,
/// and whatever else stands where several files have come together.
public final class Parts {
    private final SequencedMap<String, Span> found = new LinkedHashMap<>();
    private final List<Step> steps;

    private Parts(Workflow workflow) {
        this.steps = AllSteps.of(workflow);
    }

    /// @param root the composed document
    /// @param workflow that it was read as
    /// @return by path the place of its key, of the element of a list, or of the step; key by key of
    ///     the document
    public static SequencedMap<String, Span> of(Node.Mapping root, Workflow workflow) {
        var parts = new Parts(workflow);
        root.entries().forEach(parts::addTopLevel);
        parts.steps.forEach(step -> parts.add(step.path(), step.span()));
        return Collections.unmodifiableSequencedMap(parts.found);
    }

    private void addTopLevel(Node.Entry entry) {
        var path = NodePath.ROOT.key(entry.key());
        add(path, origin(entry));
        if (entry.key().equals(ParameterNodes.PARAMETERS)) {
            ParameterNodes.asList(entry.value()).items().forEach(each -> addParameter(path, each));
        } else if (entry.value() instanceof Node.Mapping map) {
            addMembers(path, map);
        } else {
            addMixed(path, entry.value(), entry.keySpan().file());
        }
        steps.stream().filter(step -> isIn(entry.key(), step.path())).forEach(step -> add(step.path(), step.span()));
    }

    private static boolean isIn(String key, String path) {
        return path.startsWith(key + ".") || path.startsWith(key + "[");
    }

    private void addParameter(NodePath parameters, Node declaration) {
        var name = ParameterNodes.nameOf(declaration);
        if (name != null) {
            var path = parameters.key(name.text());
            add(path, name.span());
            var said = declaration instanceof Node.Mapping map
                    ? Merge.without(map, Set.of(ParameterNodes.NAME))
                    : declaration;
            addMixed(path, said, name.span().file());
        }
    }

    /// Another file may have replaced the value of a key.
    private static Span origin(Node.Entry entry) {
        var value = entry.value();
        boolean replaced = value instanceof Node.Scalar
                && !value.span().file().equals(entry.keySpan().file());
        return replaced ? value.span() : entry.keySpan();
    }

    private void addMembers(NodePath path, Node.Mapping map) {
        for (var entry : map.entries()) {
            add(path.key(entry.key()), origin(entry));
            addMixed(path.key(entry.key()), entry.value(), entry.keySpan().file());
        }
    }

    /// Adds what a place holds unless all of it is from the file that the place itself is from.
    private void addMixed(NodePath path, Node node, String file) {
        if (isOf(file, node)) {
            return;
        }
        switch (node) {
            case Node.Scalar _ -> {}
            case Node.Mapping map -> addMembers(path, map);
            case Node.Sequence list -> {
                for (int i = 0; i < list.items().size(); i++) {
                    var item = list.items().get(i);
                    add(path.index(i), item.span());
                    addMixed(path.index(i), item, item.span().file());
                }
            }
        }
    }

    private static boolean isOf(String file, Node node) {
        var inside = switch (node) {
            case Node.Scalar _ -> Stream.<Node>empty();
            case Node.Sequence list -> list.items().stream();
            case Node.Mapping map -> map.entries().stream().map(Node.Entry::value);
        };
        return node.span().file().equals(file) && inside.allMatch(each -> isOf(file, each));
    }

    private void add(NodePath path, Span span) {
        add(StepPaths.of(path).toString(), span);
    }

    private void add(String path, Span span) {
        found.putIfAbsent(path, span);
    }
}

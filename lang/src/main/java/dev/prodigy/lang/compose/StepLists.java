package dev.prodigy.lang.compose;

import dev.prodigy.lang.yaml.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The lists of steps of documents that are put together.
final class StepLists {
    static final String COMMANDS = "commands";

    private static final String STEPS = "steps";
    static final String SETUP = "setup";
    private static final String MAP = "map";

    private StepLists() {}

    /// @return the steps of a document without a list around a single one; empty when it has none
    static List<Node> commands(Node.Mapping document) {
        var commands = document.get(COMMANDS);
        return commands == null ? List.of() : commands.elements();
    }

    /// @return the steps that a document brings where it is imported: its own, and those of its setup, which stand
    ///     where a workflow with items has its first steps
    static List<Node> brought(Node.Mapping document) {
        var steps = new ArrayList<Node>();
        var setup = document.get(SETUP);
        if (setup instanceof Node.Mapping phase && (phase.get(COMMANDS) != null || phase.get(STEPS) != null)) {
            steps.addAll(Objects.requireNonNull(phase.get(phase.get(COMMANDS) == null ? STEPS : COMMANDS))
                    .elements());
        } else if (setup != null) {
            steps.addAll(setup.elements());
        }
        steps.addAll(commands(document));
        return steps;
    }

    /// @return the document with these steps before its own; in MapReduce before those of setup
    static Node.Mapping before(List<Node> steps, Node.Mapping document) {
        if (steps.isEmpty()) {
            return document;
        }
        var list = document.get(MAP) == null ? COMMANDS : SETUP;
        var entry = document.entries().stream()
                .filter(each -> each.key().equals(list))
                .findFirst()
                .orElse(null);
        // a list that the document does not have comes from where the steps are
        var span = entry == null ? steps.getFirst().span() : entry.keySpan();
        return Merge.with(document, new Node.Entry(list, span, before(steps, entry == null ? null : entry.value())));
    }

    private static Node before(List<Node> steps, @Nullable Node own) {
        if (own instanceof Node.Mapping phase && (phase.get(COMMANDS) != null || phase.get(STEPS) != null)) {
            var key = phase.get(COMMANDS) == null ? STEPS : COMMANDS;
            var entry = phase.entries().stream()
                    .filter(each -> each.key().equals(key))
                    .findFirst()
                    .orElseThrow();
            return Merge.with(phase, new Node.Entry(key, entry.keySpan(), before(steps, entry.value())));
        }
        var all = new ArrayList<>(steps);
        if (own != null) {
            all.addAll(own.elements());
        }
        return new Node.Sequence(all, null, all.getFirst().span());
    }

    /// @return the document whose keys have their canonical names where composition looks at them
    static Node.Mapping canonical(Node.Mapping document) {
        var entries = document.entries().stream()
                .map(entry -> switch (entry.key()) {
                    case STEPS -> renamed(entry, COMMANDS, document);
                    case "sub_workflows" -> renamed(entry, "workflows", document);
                    default -> entry;
                })
                .toList();
        return new Node.Mapping(entries, document.tag(), document.span());
    }

    /// A synonym beside the canonical name stays, for the decoder to report.
    private static Node.Entry renamed(Node.Entry entry, String name, Node.Mapping document) {
        return document.get(name) == null ? new Node.Entry(name, entry.keySpan(), entry.value()) : entry;
    }
}

package dev.prodigy.lang.compose;

import dev.prodigy.lang.yaml.Node;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What an imported document brings into another (spec 01 §12, `imports`).
final class Imports {
    private static final String WORKFLOWS = "workflows";
    private static final Set<String> BY_NAME =
            Set.of("env", "secrets", "profiles", "defaults", "agents", WORKFLOWS, ParameterNodes.PARAMETERS);
    private static final Set<String> LISTS = Set.of("env_files");
    /// What belongs to the template that an aliased file is: its steps run in a scope of their own.
    private static final Set<String> OF_A_TEMPLATE = Set.of(ParameterNodes.PARAMETERS, "defaults");
    /// What is taken in another way, or says something about the file alone.
    private static final Set<String> OF_THE_FILE = Set.of(
            StepLists.COMMANDS,
            StepLists.SETUP,
            "name",
            "mode",
            "version",
            "description",
            "imports",
            "extends",
            "template");

    private Imports() {}

    /// @param selective names that are taken, or null for everything
    /// @return `own` with the steps and declarations of `imported`; own keys win
    static Node.Mapping into(Node.Mapping own, Node.Mapping imported, @Nullable List<String> selective) {
        var steps = StepLists.brought(imported).stream()
                .filter(step -> isSelected(id(step), selective))
                .toList();
        var result = StepLists.before(steps, own);
        for (var entry : imported.entries()) {
            if (BY_NAME.contains(entry.key())) {
                result = declared(result, entry, selective);
            } else if (LISTS.contains(entry.key()) && selective == null) {
                result = listed(result, entry);
            }
        }
        return result;
    }

    /// @return the keys of an imported document that nobody reads
    static List<Node.Entry> ignored(Node.Mapping imported) {
        return imported.entries().stream()
                .filter(entry -> !BY_NAME.contains(entry.key())
                        && !LISTS.contains(entry.key())
                        && !OF_THE_FILE.contains(entry.key()))
                .toList();
    }

    /// @return what `selective` can name in a document: declarations, and the ids of its steps
    static List<String> names(Node.Mapping document) {
        var names = new ArrayList<String>();
        StepLists.brought(document).stream()
                .map(Imports::id)
                .filter(Objects::nonNull)
                .forEach(names::add);
        for (var entry : document.entries()) {
            if (BY_NAME.contains(entry.key())) {
                boolean parameters = entry.key().equals(ParameterNodes.PARAMETERS);
                switch (parameters ? ParameterNodes.asList(entry.value()) : entry.value()) {
                    case Node.Mapping map -> map.entries().forEach(each -> names.add(each.key()));
                    case Node.Sequence list ->
                        list.items().stream()
                                .map(Imports::name)
                                .filter(Objects::nonNull)
                                .forEach(names::add);
                    case Node.Scalar _ -> {}
                }
            }
        }
        return names;
    }

    /// @param key of a document that was imported with an alias
    /// @return whether the import has taken it, so that only the rest is the template's
    static boolean isTakenBeside(String key) {
        return (BY_NAME.contains(key) || LISTS.contains(key)) && !OF_A_TEMPLATE.contains(key);
    }

    /// @param alias put before the names of sub-workflows, with a dot
    /// @param selective names that are taken, or null for everything
    /// @return `own` with the declarations of `imported`, but not its steps and their parameters; own keys win
    static Node.Mapping aliased(
            Node.Mapping own, Node.Mapping imported, String alias, @Nullable List<String> selective) {
        var result = own;
        for (var entry : imported.entries()) {
            var workflows = entry.key().equals(WORKFLOWS) ? byName(entry.value()) : null;
            if (workflows != null) {
                var renamed = workflows.entries().stream()
                        .filter(each -> isSelected(each.key(), selective))
                        .map(each -> new Node.Entry(alias + "." + each.key(), each.keySpan(), each.value()))
                        .toList();
                var map = new Node.Mapping(renamed, null, workflows.span());
                result = declared(result, new Node.Entry(WORKFLOWS, entry.keySpan(), map), null);
            } else if (LISTS.contains(entry.key()) && selective == null) {
                result = listed(result, entry);
            } else if (BY_NAME.contains(entry.key()) && isTakenBeside(entry.key())) {
                result = declared(result, entry, selective);
            }
        }
        return result;
    }

    private static Node.Mapping declared(Node.Mapping own, Node.Entry imported, @Nullable List<String> selective) {
        boolean parameters = imported.key().equals(ParameterNodes.PARAMETERS);
        var chosen = chosen(parameters ? ParameterNodes.asList(imported.value()) : imported.value(), selective);
        var present = own.get(imported.key());
        if (present == null) {
            return isEmpty(chosen) ? own : Merge.with(own, new Node.Entry(imported.key(), imported.keySpan(), chosen));
        }
        var entry = own.entries().stream()
                .filter(each -> each.key().equals(imported.key()))
                .findFirst()
                .orElseThrow();
        var both = imported.key().equals(WORKFLOWS)
                ? together(byName(present), byName(chosen))
                : together(parameters ? ParameterNodes.asList(present) : present, chosen);
        return both == null ? own : Merge.with(own, new Node.Entry(entry.key(), entry.keySpan(), both));
    }

    /// @param workflows a map by name, or a list whose elements have one
    /// @return the map; null where an element has no name, or that of another
    private static Node.@Nullable Mapping byName(Node workflows) {
        if (workflows instanceof Node.Mapping map) {
            return map;
        }
        var entries = new LinkedHashMap<String, Node.Entry>();
        for (var each : workflows.elements()) {
            if (each instanceof Node.Mapping map && map.get("name") instanceof Node.Scalar name) {
                entries.put(name.text(), new Node.Entry(name.text(), name.span(), map));
            }
        }
        return entries.size() == workflows.elements().size()
                ? new Node.Mapping(List.copyOf(entries.values()), null, workflows.span())
                : null;
    }

    /// Maps take the keys that they lack; lists of declarations with names take the elements that they lack.
    private static @Nullable Node together(@Nullable Node own, @Nullable Node added) {
        if (own instanceof Node.Mapping map && added instanceof Node.Mapping more) {
            return Merge.under(map, more);
        }
        if (own instanceof Node.Sequence list && added instanceof Node.Sequence more) {
            var items = new ArrayList<>(list.items());
            var names = items.stream().map(Imports::name).toList();
            more.items().stream().filter(item -> !names.contains(name(item))).forEach(items::add);
            return new Node.Sequence(items, list.tag(), list.span());
        }
        return null;
    }

    /// The imported files come first: later ones win.
    private static Node.Mapping listed(Node.Mapping own, Node.Entry imported) {
        var items = new ArrayList<>(imported.value().elements());
        var present = own.get(imported.key());
        if (present != null) {
            items.addAll(present.elements());
        }
        var list = new Node.Sequence(items, null, imported.value().span());
        return Merge.with(own, new Node.Entry(imported.key(), imported.keySpan(), list));
    }

    private static Node chosen(Node declarations, @Nullable List<String> selective) {
        return switch (declarations) {
            case Node.Mapping map ->
                new Node.Mapping(
                        map.entries().stream()
                                .filter(entry -> isSelected(entry.key(), selective))
                                .toList(),
                        map.tag(),
                        map.span());
            case Node.Sequence list ->
                new Node.Sequence(
                        list.items().stream()
                                .filter(item -> isSelected(name(item), selective))
                                .toList(),
                        list.tag(),
                        list.span());
            case Node.Scalar scalar -> scalar;
        };
    }

    private static boolean isSelected(@Nullable String name, @Nullable List<String> selective) {
        return selective == null || (name != null && selective.contains(name));
    }

    private static boolean isEmpty(Node node) {
        return switch (node) {
            case Node.Mapping map -> map.entries().isEmpty();
            case Node.Sequence list -> list.items().isEmpty();
            case Node.Scalar _ -> false;
        };
    }

    private static @Nullable String id(Node step) {
        return step instanceof Node.Mapping map && map.get("id") instanceof Node.Scalar id ? id.text() : null;
    }

    private static @Nullable String name(Node declaration) {
        return switch (declaration) {
            case Node.Scalar scalar -> scalar.text();
            case Node.Mapping map -> map.get("name") instanceof Node.Scalar name ? name.text() : null;
            case Node.Sequence _ -> null;
        };
    }
}

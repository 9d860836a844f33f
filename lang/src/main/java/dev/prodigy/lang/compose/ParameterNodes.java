package dev.prodigy.lang.compose;

import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.source.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Declarations of parameters as nodes, so that those of several documents can be put together and bound.
final class ParameterNodes {
    static final String PARAMETERS = "parameters";

    static final String NAME = "name";
    private static final String DEFAULT = "default";
    private static final String REQUIRED = "required";
    private static final Set<String> GROUPS = Set.of(REQUIRED, "optional", "definitions");

    private ParameterNodes() {}

    /// @return the declarations of any shape (spec 01 §12) as a list of maps; what is none of them is left out
    static Node.Sequence asList(Node declarations) {
        var list = new ArrayList<Node>();
        switch (declarations) {
            case Node.Scalar _ -> {}
            case Node.Mapping map
            when isGrouped(map) -> {
                map.entries().stream()
                        .filter(group -> GROUPS.contains(group.key()))
                        .forEach(group -> collect(group.value(), required(group.key()), list));
                combine(list);
            }
            case Node.Mapping map -> collect(map, null, list);
            case Node.Sequence sequence -> collect(sequence, null, list);
        }
        return new Node.Sequence(list, null, declarations.span());
    }

    /// A list of names says of what `definitions` defines only whether it is required.
    private static void combine(List<Node> list) {
        for (var bare : List.copyOf(list)) {
            var whole = list.stream()
                    .filter(each -> name(each).equals(name(bare)) && !isBare(each))
                    .findFirst()
                    .orElse(null);
            if (isBare(bare) && whole instanceof Node.Mapping map && bare instanceof Node.Mapping mention) {
                list.set(list.indexOf(whole), Merge.of(map, mention));
                list.remove(bare);
            }
        }
    }

    private static boolean isBare(Node declaration) {
        return declaration instanceof Node.Mapping map
                && map.entries().stream()
                        .allMatch(each -> each.key().equals(NAME) || each.key().equals(REQUIRED));
    }

    /// @return the names of declarations in list form
    static List<String> names(Node.Sequence declarations) {
        return declarations.items().stream().map(ParameterNodes::name).toList();
    }

    /// @return the declarations with a value as the default of one of them
    static Node.Sequence bound(Node.Sequence declarations, Node.Entry value) {
        var items = declarations.items().stream()
                .map(each ->
                        each instanceof Node.Mapping map && name(map).equals(value.key()) ? bound(map, value) : each)
                .toList();
        return new Node.Sequence(items, declarations.tag(), declarations.span());
    }

    /// Declarations of one name merge as maps do, and `name: null` takes away what is below.
    ///
    /// @param own in any shape
    /// @return the declarations in list form with `own` laid over them, new ones behind
    static Node.Sequence laidOver(Node.Sequence declarations, Node own) {
        var above = new ArrayList<>(asList(own).items());
        var removed = removed(own);
        var items = new ArrayList<Node>();
        for (var below : declarations.items()) {
            var name = name(below);
            var same = above.stream()
                    .filter(each -> !name.isEmpty() && name(each).equals(name))
                    .findFirst()
                    .orElse(null);
            above.remove(same);
            if (same instanceof Node.Mapping over && below instanceof Node.Mapping map) {
                if (!removed.contains(name)) {
                    items.add(Merge.of(map, over));
                }
            } else {
                items.add(below);
            }
        }
        items.addAll(above);
        return new Node.Sequence(items, null, own.span());
    }

    /// @return the names that maps give no value
    private static Set<String> removed(Node declarations) {
        if (!(declarations instanceof Node.Mapping map)) {
            return Set.of();
        }
        var maps =
                isGrouped(map) ? map.entries().stream().map(Node.Entry::value).toList() : List.<Node>of(map);
        return maps.stream()
                .filter(Node.Mapping.class::isInstance)
                .flatMap(each -> ((Node.Mapping) each).entries().stream())
                .filter(entry -> entry.value() instanceof Node.Scalar scalar && scalar.isNull())
                .map(Node.Entry::key)
                .collect(Collectors.toSet());
    }

    /// Null counts as not given, and is the value only where nothing else is and none is demanded.
    private static Node.Mapping bound(Node.Mapping declaration, Node.Entry value) {
        boolean isNull = value.value() instanceof Node.Scalar scalar && scalar.isNull();
        boolean isOptional = declaration.get(REQUIRED) instanceof Node.Scalar required
                && required.text().equals("false");
        if (isNull && (declaration.get(DEFAULT) != null || !isOptional)) {
            return declaration;
        }
        var free = Merge.without(declaration, Set.of(REQUIRED));
        return Merge.with(free, new Node.Entry(DEFAULT, value.keySpan(), value.value()));
    }

    /// As the decoder tells it: a list under one of these names is never a parameter.
    private static boolean isGrouped(Node.Mapping map) {
        var groups = map.entries().stream()
                .filter(entry -> GROUPS.contains(entry.key()) && !(entry.value() instanceof Node.Scalar))
                .map(Node.Entry::value)
                .toList();
        return groups.stream().anyMatch(Node.Sequence.class::isInstance)
                || (!groups.isEmpty() && groups.size() == map.entries().size());
    }

    private static @Nullable String required(String group) {
        return switch (group) {
            case REQUIRED -> "true";
            case "optional" -> "false";
            default -> null;
        };
    }

    private static void collect(Node node, @Nullable String required, List<Node> into) {
        switch (node) {
            case Node.Scalar _ -> {}
            case Node.Sequence list -> list.items().forEach(item -> into.add(declaration(null, item, required)));
            case Node.Mapping map ->
                map.entries().forEach(entry -> into.add(declaration(entry, entry.value(), required)));
        }
    }

    /// @param entry the entry of a map whose key is the name, or null in a list
    private static Node.Mapping declaration(Node.@Nullable Entry entry, Node node, @Nullable String required) {
        var members = new ArrayList<Node.Entry>();
        if (entry != null) {
            members.add(member(NAME, entry.key(), Node.Kind.STRING, entry.keySpan()));
        }
        switch (node) {
            case Node.Mapping map -> members.addAll(map.entries());
            case Node.Scalar scalar when entry == null -> members.add(new Node.Entry(NAME, scalar.span(), scalar));
            case Node.Scalar scalar when scalar.isNull() -> {}
            case Node.Scalar scalar -> members.add(new Node.Entry(DEFAULT, scalar.span(), scalar));
            case Node.Sequence list -> members.add(new Node.Entry(DEFAULT, list.span(), list));
        }
        boolean says = members.stream().anyMatch(each -> each.key().equals(REQUIRED));
        if (required != null && !says) {
            members.add(member(REQUIRED, required, Node.Kind.BOOLEAN, node.span()));
        }
        return new Node.Mapping(members, null, node.span());
    }

    private static Node.Entry member(String key, String text, Node.Kind kind, Span at) {
        return new Node.Entry(key, at, new Node.Scalar(text, kind, Node.Style.PLAIN, null, at));
    }

    private static String name(Node declaration) {
        var name = nameOf(declaration);
        return name == null ? "" : name.text();
    }

    /// @return the name in a declaration in list form, where it is written; null where there is none
    static Node.@Nullable Scalar nameOf(Node declaration) {
        return declaration instanceof Node.Mapping map && map.get(NAME) instanceof Node.Scalar name ? name : null;
    }
}

package dev.prodigy.lang.compose;

import dev.prodigy.lang.yaml.Node;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;

/// One map laid over another (spec 01 §12, `extends`): maps merge deeply, scalars and lists replace, `key:
/// null` removes what is below.
final class Merge {
    private Merge() {}

    /// @return `over` laid over `base`, in the order of `base`, new keys behind
    static Node.Mapping of(Node.Mapping base, Node.Mapping over) {
        var merged = new LinkedHashMap<String, Node.Entry>();
        base.entries().forEach(entry -> merged.put(entry.key(), entry));
        for (var entry : over.entries()) {
            var below = merged.get(entry.key());
            if (below == null) {
                merged.put(entry.key(), entry);
            } else if (entry.value() instanceof Node.Scalar scalar && scalar.isNull()) {
                merged.remove(entry.key());
            } else {
                merged.put(entry.key(), new Node.Entry(entry.key(), entry.keySpan(), of(below.value(), entry.value())));
            }
        }
        return map(merged.values(), over);
    }

    private static Node of(Node base, Node over) {
        boolean maps = base instanceof Node.Mapping && over instanceof Node.Mapping;
        boolean plain = base.tag() == null && over.tag() == null;
        return maps && plain ? of((Node.Mapping) base, (Node.Mapping) over) : over;
    }

    /// @return `own` with the entries of `added` that it does not have; maps merge likewise, own keys win
    static Node.Mapping under(Node.Mapping own, Node.Mapping added) {
        var merged = new LinkedHashMap<String, Node.Entry>();
        own.entries().forEach(entry -> merged.put(entry.key(), entry));
        for (var entry : added.entries()) {
            merged.putIfAbsent(entry.key(), entry);
        }
        return map(merged.values(), own);
    }

    /// @return the map with one entry put, at its old place or at the end
    static Node.Mapping with(Node.Mapping map, Node.Entry put) {
        var entries = new ArrayList<Node.Entry>();
        boolean found = false;
        for (var entry : map.entries()) {
            boolean same = entry.key().equals(put.key());
            entries.add(same ? put : entry);
            found |= same;
        }
        if (!found) {
            entries.add(put);
        }
        return map(entries, map);
    }

    /// @return the map without these keys
    static Node.Mapping without(Node.Mapping map, Collection<String> keys) {
        return map(
                map.entries().stream()
                        .filter(entry -> !keys.contains(entry.key()))
                        .toList(),
                map);
    }

    private static Node.Mapping map(Collection<Node.Entry> entries, Node.Mapping like) {
        return new Node.Mapping(List.copyOf(entries), like.tag(), like.span());
    }
}

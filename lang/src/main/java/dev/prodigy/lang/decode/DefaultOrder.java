package dev.prodigy.lang.decode;

import dev.prodigy.lang.expr.ExpressionSyntax;
import dev.prodigy.lang.expr.Template;
import dev.prodigy.lang.expr.TextPlace;
import dev.prodigy.model.text.Data;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeSet;

/// Puts defaults into an order in which each stands behind those that its texts refer to.
public final class DefaultOrder {
    private final Map<String, Data> defaults;
    private final SequencedMap<String, Data> ordered = new LinkedHashMap<>();
    private final List<List<String>> circles = new ArrayList<>();
    private final Set<String> seen = new HashSet<>();

    /// @param defaults by name, as written
    public DefaultOrder(Map<String, Data> defaults) {
        this.defaults = defaults;
        defaults.keySet().forEach(name -> visit(name, new ArrayList<>()));
    }

    /// @return all of them; those of a circle somewhere
    public SequencedMap<String, Data> ordered() {
        return ordered;
    }

    /// @return the names of each circle, the first one again at its end
    public List<List<String>> circles() {
        return circles;
    }

    private void visit(String name, List<String> open) {
        var value = defaults.get(name);
        int before = open.indexOf(name);
        if (before >= 0) {
            var circle = new ArrayList<>(open.subList(before, open.size()));
            circle.add(name);
            circles.add(circle);
        } else if (value != null && seen.add(name)) {
            open.addLast(name);
            names(value).forEach(other -> visit(other, open));
            open.removeLast();
            ordered.put(name, value);
        }
    }

    /// @return the names that the texts of a value refer to
    public static Set<String> names(Data data) {
        var names = new TreeSet<String>();
        switch (data) {
            case Data.Constant _ -> {}
            case Data.Phrase(var text) -> {
                try {
                    Template.parse(text.source(), TextPlace.TEXT).variables().forEach(path -> names.add(path.first()));
                } catch (ExpressionSyntax tooDeep) {
                    // reported where the text is checked
                }
            }
            case Data.Sequence(var elements) -> elements.forEach(each -> names.addAll(names(each)));
            case Data.Mapping(var members) -> members.values().forEach(each -> names.addAll(names(each)));
        }
        return names;
    }
}

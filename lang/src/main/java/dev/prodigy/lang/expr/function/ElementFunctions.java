package dev.prodigy.lang.expr.function;

import dev.prodigy.lang.expr.value.CanonicalText;
import dev.prodigy.lang.expr.value.ValueOrder;
import dev.prodigy.lang.expr.value.ValueText;
import dev.prodigy.model.value.Value;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Function;

/// `collect`, `unique`, `sort` and `group_by`: functions over a list whose elements are told apart by themselves or
/// by what a path leads to in each.
final class ElementFunctions {
    static final List<ValueFunction> ALL = List.of(
            elements("collect", list -> new Value.Items(list.keys().toList())),
            elements("unique", ElementFunctions::unique),
            elements("sort", ElementFunctions::sort),
            elements("group_by", ElementFunctions::groups));

    private ElementFunctions() {}

    private static ValueFunction elements(String name, Function<Elements, Value> body) {
        return new ValueFunction(name, 1, 2, arguments -> {
            var list = Elements.of(arguments);
            return list == null ? Value.Null.NULL : body.apply(list);
        });
    }

    /// The first element of each value stays.
    private static Value unique(Elements list) {
        var seen = new HashSet<String>();
        return new Value.Items(list.values().stream()
                .filter(each -> seen.add(CanonicalText.of(list.keyOf(each))))
                .toList());
    }

    private static Value sort(Elements list) {
        return new Value.Items(list.values().stream()
                .sorted(Comparator.comparing(list::keyOf, ValueOrder.ASCENDING))
                .toList());
    }

    /// Text of the value → elements, in the order of first appearance.
    private static Value groups(Elements list) {
        var groups = new LinkedHashMap<String, List<Value>>();
        for (var each : list.values()) {
            groups.computeIfAbsent(ValueText.of(list.keyOf(each)), _ -> new ArrayList<>())
                    .add(each);
        }
        var members = new LinkedHashMap<String, Value>();
        groups.forEach((key, values) -> members.put(key, new Value.Items(values)));
        return new Value.Fields(members);
    }
}

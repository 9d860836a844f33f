package dev.prodigy.model.item;

import dev.prodigy.model.value.Value;
import java.util.List;

/// Lists of work items in the arguments of a command (spec 05 §2.7).
public final class ItemIds {
    private static final String MEMBER = "items";

    private ItemIds() {}

    /// @param indices from 0
    /// @return the arguments `{"items":["item-001", …]}`
    public static Value of(List<Integer> indices) {
        return Value.ofTexts(indices.stream().map(ItemId::of).toList());
    }

    /// @return the indices of the items that the member `items` names, from 0; what names none is left
    ///     out
    public static List<Integer> in(Value.Fields arguments) {
        return arguments.get(MEMBER) instanceof Value.Items(var values)
                ? values.stream()
                        .map(each -> each instanceof Value.Text(var id) ? ItemId.index(id) : -1)
                        .filter(index -> index >= 0)
                        .distinct()
                        .toList()
                : List.of();
    }
}

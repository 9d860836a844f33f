package dev.prodigy.runtime.journal;

import dev.prodigy.model.value.Value;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Optional;

/// One file of work items, as `work_items_loaded` lists it under `segments` (spec 05 §6).
///
/// @param file its name in the run's folder, such as `items-1.jsonl`
/// @param items how many items it holds
/// @param length its bytes
public record ItemSegment(String file, long items, long length) {

    /// @return the segment as it stands in the event
    public Value.Fields toValue() {
        var members = new LinkedHashMap<String, Value>();
        members.put("file", Value.of(file));
        members.put("items", Value.of(items));
        members.put("length", Value.of(length));
        return new Value.Fields(members);
    }

    /// @return the segment that an element of `segments` is, or empty
    public static Optional<ItemSegment> of(Value value) {
        if (value instanceof Value.Fields fields
                && fields.get("file") instanceof Value.Text(String file)
                && fields.get("items") instanceof Value.Num(BigDecimal items)
                && fields.get("length") instanceof Value.Num(BigDecimal length)) {
            try {
                return Optional.of(new ItemSegment(file, items.longValueExact(), length.longValueExact()));
            } catch (ArithmeticException e) {
                return Optional.empty();
            }
        }
        return Optional.empty();
    }
}

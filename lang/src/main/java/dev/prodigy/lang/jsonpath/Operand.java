package dev.prodigy.lang.jsonpath;

import dev.prodigy.model.value.Value;

/// Something in a filter that yields one value or nothing: RFC 9535's *ValueType* (§2.4.1).
sealed interface Operand {
    /// A value written in the query.
    record Literal(Value value) implements Operand {}

    /// The node of a singular query; nothing when it has none.
    record Node(Query query) implements Operand {}

    /// `length(x)`: characters of a string, elements of an array, members of an object; else nothing.
    record Length(Operand of) implements Operand {}

    /// `count(query)`: how many nodes.
    record Count(Query of) implements Operand {}

    /// `value(query)`: the value of the only node; nothing when there is none or more than one.
    record ValueOf(Query of) implements Operand {}
}

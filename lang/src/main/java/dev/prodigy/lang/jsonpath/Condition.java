package dev.prodigy.lang.jsonpath;

import java.util.List;

/// What a filter asks of a value (RFC 9535 §2.3.5).
sealed interface Condition {
    /// True when at least one part holds.
    record Or(List<Condition> parts) implements Condition {
        public Or {
            parts = List.copyOf(parts);
        }
    }

    /// True when all parts hold.
    record And(List<Condition> parts) implements Condition {
        public And {
            parts = List.copyOf(parts);
        }
    }

    /// True when the other does not hold.
    record Not(Condition condition) implements Condition {}

    /// True when the query has a node, whatever its value.
    record Exists(Query query) implements Condition {}

    /// True when the two operands stand in the relation.
    record Comparison(Operand left, Relation relation, Operand right) implements Condition {}

    /// `match(text, pattern)` and `search(text, pattern)`.
    ///
    /// @param extent how much of the text the pattern must cover
    record Matches(Operand text, Operand pattern, IRegexp.Extent extent) implements Condition {}
}

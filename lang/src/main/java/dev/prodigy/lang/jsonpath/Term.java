package dev.prodigy.lang.jsonpath;

/// A part of a filter before it is known whether it stands alone or is compared.
sealed interface Term {
    /// A query: alone it asks whether there is a node.
    record Path(Query query) implements Term {}

    /// Something with a value, which must be compared.
    record Valued(Operand operand) implements Term {}

    /// Something that is true or false by itself, which cannot be compared.
    record Test(Condition condition) implements Term {}

    /// @return what this means standing alone
    /// @throws JsonPathSyntax when it cannot stand alone
    default Condition asTest(Cursor cursor, int offset) {
        return switch (this) {
            case Path(var query) -> new Condition.Exists(query);
            case Test(var condition) -> condition;
            case Valued _ -> throw cursor.failureAt(offset, "a value alone is no condition; compare it with something");
        };
    }

    /// @return the value that this stands for
    /// @throws JsonPathSyntax when it has none, or might have several
    default Operand asOperand(Cursor cursor, int offset) {
        return switch (this) {
            case Valued(var operand) -> operand;
            case Path(var query) -> {
                if (!query.isSingular()) {
                    throw cursor.failureAt(
                            offset, "this query may have several nodes; a value is one node's, such as @.a[0]");
                }
                yield new Operand.Node(query);
            }
            case Test _ -> throw cursor.failureAt(offset, "match() and search() are true or false and stand alone");
        };
    }
}

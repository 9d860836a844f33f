package dev.prodigy.lang.expr;

/// What the bare names of an expression are (spec 01 §10.1).
public enum BareNames {
    /// Variables of the workflow: `when`, graph conditions and mappings.
    VARIABLES,
    /// Fields of a value, the item or event: `filter`, `sort_by`, `distinct`, `item_key`, agent fields, `where`. In
    /// front of them `item.`, `$.` and `@.` are optional, `item` alone is the value itself, `_index` its position,
    /// and `${NAME}` a variable of the workflow (where there is none of that name, the field).
    FIELDS,
    /// Variables of the workflow, and `value`, which is also what a function takes whose first argument is missing:
    /// a parameter's `validation`.
    VALIDATION
}

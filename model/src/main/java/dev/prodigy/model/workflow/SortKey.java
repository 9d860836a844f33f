package dev.prodigy.model.workflow;

import dev.prodigy.model.text.Expression;

/// One key of `sort_by` (spec 03 §4).
public record SortKey(Expression path, boolean descending, boolean nullsFirst) {}

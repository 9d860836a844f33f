package dev.prodigy.model.workflow;

import dev.prodigy.model.source.Span;
import dev.prodigy.model.text.Expression;
import dev.prodigy.model.value.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A declared parameter (spec 01 §12).
///
/// @param defaultValue null = none
/// @param validation an expression over `value`, or null
/// @param allowed the only values, empty = any
public record Parameter(
        String name,
        Type type,
        @Nullable String description,
        boolean required,
        @Nullable Value defaultValue,
        @Nullable Expression validation,
        List<Value> allowed,
        Span span) {

    /// What a value must be.
    public enum Type {
        STRING,
        NUMBER,
        INTEGER,
        BOOLEAN,
        ARRAY,
        OBJECT,
        ANY
    }
}

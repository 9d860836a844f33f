package dev.prodigy.model.parameter;

import dev.prodigy.model.source.Span;
import dev.prodigy.model.text.Expression;
import dev.prodigy.model.value.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A declared parameter (spec 01 §12).
///
/// @param defaultValue null = none, which is not a default that is the value null
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

    /// @return the same, whatever it says itself about whether a value must be given
    public Parameter demanded(boolean required) {
        return new Parameter(name, type, description, required, defaultValue, validation, allowed, span);
    }

    /// @return the same, where it is not asked whether a value is allowed by its validation
    public Parameter withoutValidation() {
        return new Parameter(name, type, description, required, defaultValue, null, allowed, span);
    }

    /// @return why there is no value where a declared parameter that may be left out was left out
    public static String without(String name) {
        return "the parameter `" + name + "` was given no value and has no default";
    }

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

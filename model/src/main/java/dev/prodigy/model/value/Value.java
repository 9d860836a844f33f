package dev.prodigy.model.value;

import java.math.BigDecimal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A JSON-like value: what items, captures, parameters and event fields are made of. Immutable.
///
/// Equality is by kind and content; numbers are equal by value (`5` equals `5.0`), objects regardless of key order.
public sealed interface Value {

    /// The JSON `null`. A missing value is also this, wherever the language says "missing = null".
    enum Null implements Value {
        NULL
    }

    /// A boolean.
    enum Bool implements Value {
        FALSE,
        TRUE;

        /// @return the truth value as a Java boolean
        public boolean isTrue() {
            return this == TRUE;
        }
    }

    /// A number of any size and precision; the written scale is kept so that text round-trips.
    record Num(BigDecimal number) implements Value {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Num(BigDecimal that) && number.compareTo(that) == 0;
        }

        @Override
        public int hashCode() {
            return number.stripTrailingZeros().hashCode();
        }
    }

    /// A string.
    record Text(String text) implements Value {}

    /// An array.
    record Items(List<Value> values) implements Value {
        public Items {
            values = List.copyOf(values);
        }
    }

    /// An object. Members keep their source order.
    record Fields(Map<String, Value> members) implements Value {
        public Fields {
            members = Collections.unmodifiableMap(new LinkedHashMap<>(members));
        }

        /// @return the member, or null (the Java one) when absent
        public @Nullable Value get(String name) {
            return members.get(name);
        }
    }

    /// @return the boolean value
    static Value of(boolean truth) {
        return truth ? Bool.TRUE : Bool.FALSE;
    }

    /// @return an integer number
    static Value of(long number) {
        return new Num(BigDecimal.valueOf(number));
    }

    /// @return a number in its shortest decimal form; NaN and the infinities become null
    static Value of(double number) {
        return Double.isFinite(number) ? new Num(BigDecimal.valueOf(number)) : Null.NULL;
    }

    /// @return a string, or null for the Java null
    static Value of(@Nullable String text) {
        return text == null ? Null.NULL : new Text(text);
    }

    /// @return an array of strings
    static Value ofTexts(List<String> texts) {
        return new Items(texts.stream().<Value>map(Text::new).toList());
    }

    /// @return whether this is the JSON `null`
    default boolean isNull() {
        return this instanceof Null;
    }
}

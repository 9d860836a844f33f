package dev.prodigy.lang.jsonpath;

import org.jspecify.annotations.Nullable;

/// What is picked among the children of one value (RFC 9535 §2.3).
sealed interface Selector {
    /// The member of this name.
    record Name(String name) implements Selector {}

    /// The element at this place; a negative one counts from the end.
    record Index(long index) implements Selector {}

    /// Every child.
    enum Wildcard implements Selector {
        EVERY
    }

    /// Elements from `start` on, before `end`, in strides.
    ///
    /// @param start the first place, or null for the end that the step leads away from
    /// @param end the place before which to stop, or null for the end that the step leads to
    /// @param step the stride; negative walks backwards, zero picks nothing
    record Slice(@Nullable Long start, @Nullable Long end, long step) implements Selector {}

    /// The children for which the condition holds.
    record Filter(Condition condition) implements Selector {}

    /// @return whether this picks at most one child, whatever the value
    default boolean isSingular() {
        return switch (this) {
            case Name _, Index _ -> true;
            case Wildcard _, Slice _, Filter _ -> false;
        };
    }
}

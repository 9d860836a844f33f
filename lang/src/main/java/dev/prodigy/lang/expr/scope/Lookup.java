package dev.prodigy.lang.expr.scope;

import dev.prodigy.lang.expr.value.ListStyle;
import dev.prodigy.model.value.Value;
import java.util.List;

/// What a {@link Path} leads to in a {@link Scope}.
public sealed interface Lookup {

    /// A value, with its nature and how it becomes text when it is a list.
    record Found(Value value, Nature nature, ListStyle style) implements Lookup {
        /// @return a value from outside, whose lists become JSON
        public static Found of(Value value) {
            return new Found(value, Nature.DATA, ListStyle.JSON);
        }
    }

    /// The path is ours, but leads to nothing.
    ///
    /// @param reason why, such as "`item` has no `nme`"
    /// @param near whole paths that may have been meant
    record Missing(String reason, List<String> near) implements Lookup {}

    /// A namespace alone: none of ours as a placeholder, an object in an expression.
    record Group(Members members) implements Lookup {}

    /// The first name is none of ours.
    record NotOwned() implements Lookup {}
}

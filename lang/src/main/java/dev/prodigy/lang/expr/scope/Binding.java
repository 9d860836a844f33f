package dev.prodigy.lang.expr.scope;

import dev.prodigy.lang.expr.value.ListStyle;
import dev.prodigy.model.value.Value;

/// What a name stands for at one place of a run (spec 01 §7).
public sealed interface Binding {

    /// The name is none of ours: in shell text it is the shell's.
    record NotOwned() implements Binding {}

    /// The name is ours, but it has no value.
    ///
    /// @param reason why not, for the message, such as "step `build` was skipped"
    record Missing(String reason) implements Binding {}

    /// A plain name, or a member of a namespace, with its value.
    ///
    /// @param style how the value becomes text when it is a list
    /// @param members what may follow the name besides the value's own members, which win: a capture's
    ///     `.exit_code`, or the members of a step id that is a plain name too
    record Present(Value value, Nature nature, ListStyle style, Members members) implements Binding {}

    /// A namespace or step id: owned only when a `.` follows, or inside another namespace.
    record Namespace(Members members) implements Binding {}

    /// @return the binding of a name that is none of ours
    static Binding notOwned() {
        return new NotOwned();
    }

    /// @return the author's own text
    static Binding text(String text) {
        return new Present(Value.of(text), Nature.TEXT, ListStyle.JSON, Members.NONE);
    }

    /// @return a value from outside
    static Binding data(Value value) {
        return of(value, Nature.DATA);
    }

    /// @return a value without further members, whose lists become JSON
    static Binding of(Value value, Nature nature) {
        return new Present(value, nature, ListStyle.JSON, Members.NONE);
    }
}

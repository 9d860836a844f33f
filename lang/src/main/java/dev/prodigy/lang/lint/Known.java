package dev.prodigy.lang.lint;

import dev.prodigy.lang.expr.scope.Nature;
import dev.prodigy.model.step.CaptureFormat;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What a name stands for at one place of a workflow, as far as the file alone tells (spec 01 §7).
///
/// @param form where the name is ours
/// @param nature of its value, or of its members' values
/// @param secret whether its value is a declared secret
/// @param number whether its value is a number whatever happens
/// @param members that are known to follow its `.`; null when nobody lists them
/// @param open whether other names may follow too, so that only near misses of the known ones tell something
/// @param selected whether a call's `outputs` says which of its results there are
record Known(
        Form form,
        Nature nature,
        boolean secret,
        boolean number,
        @Nullable Set<String> members,
        boolean open,
        boolean selected) {
    /// Where a name is ours.
    enum Form {
        /// By itself, and programs have it as a variable (spec 01 §9.4).
        VARIABLE,
        /// By itself, in placeholders and expressions only.
        PLACEHOLDER,
        /// Where a `.` follows.
        NAMESPACE
    }

    /// A plain name with the author's text.
    static final Known TEXT = new Known(Form.VARIABLE, Nature.TEXT, false, false, null, false, false);

    /// A plain name with a value from outside.
    static final Known DATA = new Known(Form.VARIABLE, Nature.DATA, false, false, null, false, false);

    /// A work item, or what belongs to it.
    static final Known ITEM = new Known(Form.PLACEHOLDER, Nature.DATA, false, false, null, false, false);

    /// A plain name with a number from outside.
    static final Known NUMBER = new Known(Form.VARIABLE, Nature.DATA, false, true, null, false, false);

    /// A plain name with a secret.
    static final Known SECRET = new Known(Form.VARIABLE, Nature.DATA, true, false, null, false, false);

    /// A namespace whose members nobody lists.
    static final Known NAMESPACE = new Known(Form.NAMESPACE, Nature.DATA, false, false, null, false, false);

    /// @return whether it is a name by itself; else it is ours only when a `.` follows
    boolean plain() {
        return form != Form.NAMESPACE;
    }

    /// @return a namespace with these members and no others
    static Known namespace(Set<String> members) {
        return new Known(Form.NAMESPACE, Nature.DATA, false, false, members, false, false);
    }

    /// @return the result of a call whose `outputs` leaves only these members
    static Known selection(Set<String> members) {
        return new Known(Form.NAMESPACE, Nature.DATA, false, false, members, false, true);
    }

    /// @return a namespace with these members and others that nobody lists
    static Known openNamespace(Set<String> members) {
        return new Known(Form.NAMESPACE, Nature.DATA, false, false, members, true, false);
    }

    /// @return the variable of a capture, which says how its step went (spec 01 §7); the members of JSON values are
    ///     anything
    static Known capture(CaptureFormat format) {
        return new Known(
                Form.VARIABLE,
                Nature.DATA,
                false,
                format == CaptureFormat.NUMBER,
                format == CaptureFormat.JSON ? null : Namespaces.CAPTURE,
                true,
                false);
    }
}

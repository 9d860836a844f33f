package dev.prodigy.lang.shell;

import dev.prodigy.model.source.ProblemCode;

/// Something doubtful in a shell text.
///
/// @param code `SHELL_SPLICE`, `LIST_AS_WORD`, `SHADOWED_NAME`, `UNSET_VARIABLE` and others
/// @param start where it begins in the text, in characters from 0
/// @param end where it ends, exclusive
/// @param message what is wrong, one line
/// @param hint what to write instead
public record Finding(ProblemCode code, int start, int end, String message, String hint) {

    /// @return below 0, 0, above 0: the order of the text, and of the codes at one place
    static int inText(Finding one, Finding other) {
        return one.start != other.start ? Integer.compare(one.start, other.start) : one.code.compareTo(other.code);
    }
}

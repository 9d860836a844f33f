package dev.prodigy.lang.expr;

import dev.prodigy.model.source.ProblemCode;
import org.jspecify.annotations.Nullable;

/// A text that is not the expression it should be, with the place where that shows: syntax, unknown function, wrong
/// number of arguments, bad regular expression (spec 01 §10). Found when a workflow is loaded.
public final class ExpressionSyntax extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final ProblemCode code;
    private final int offset;
    private final @Nullable String suggestion;
    private final Kind kind;

    private enum Kind {
        FORM,
        MEANING,
        DEPTH
    }

    private ExpressionSyntax(ProblemCode code, String message, int offset, @Nullable String suggestion, Kind kind) {
        super(message, null, false, false);
        this.code = code;
        this.offset = offset;
        this.suggestion = suggestion;
        this.kind = kind;
    }

    static ExpressionSyntax at(int offset, String message) {
        return new ExpressionSyntax(ProblemCode.INVALID_EXPRESSION, message, offset, null, Kind.FORM);
    }

    static ExpressionSyntax wrongCall(int offset, String message) {
        return new ExpressionSyntax(ProblemCode.INVALID_EXPRESSION, message, offset, null, Kind.MEANING);
    }

    static ExpressionSyntax misspelt(int offset, String message, @Nullable String suggestion) {
        var kind = suggestion == null ? Kind.FORM : Kind.MEANING;
        return new ExpressionSyntax(ProblemCode.INVALID_EXPRESSION, message, offset, suggestion, kind);
    }

    static ExpressionSyntax badPattern(int offset, @Nullable String message) {
        return new ExpressionSyntax(ProblemCode.INVALID_PATTERN, String.valueOf(message), offset, null, Kind.MEANING);
    }

    static ExpressionSyntax tooDeep(int offset) {
        return new ExpressionSyntax(ProblemCode.INVALID_EXPRESSION, "nested too deep", offset, null, Kind.DEPTH);
    }

    /// @return the same failure, further on in an enclosing text
    ExpressionSyntax movedBy(int offsets) {
        return new ExpressionSyntax(code, String.valueOf(getMessage()), offset + offsets, suggestion, kind);
    }

    /// @return INVALID_EXPRESSION or INVALID_PATTERN
    public ProblemCode code() {
        return code;
    }

    /// @return where in the text that was parsed, from 0, in UTF-16 units
    public int offset() {
        return offset;
    }

    /// @return the name that may have been meant, or null
    public @Nullable String suggestion() {
        return suggestion;
    }

    /// @return whether the text is nested too deep, which is never taken for a text of another form
    boolean isTooDeep() {
        return kind == Kind.DEPTH;
    }

    /// @return whether one of our functions was meant, so that this is no text of another form: its arguments or its
    ///     pattern are wrong, or its name is nearly right
    boolean isMeantForUs() {
        return kind == Kind.MEANING;
    }
}

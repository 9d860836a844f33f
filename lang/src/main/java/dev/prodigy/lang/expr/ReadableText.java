package dev.prodigy.lang.expr;

import dev.prodigy.lang.expr.scope.Path;
import java.util.List;

/// Texts, as far as they can be read: {@link NameCheck} reports those that cannot.
public final class ReadableText {
    private ReadableText() {}

    /// @return the paths that a text reads; none when it is nested too deep
    public static List<Path> variables(String text, TextPlace place) {
        try {
            return Template.parse(text, place).variables();
        } catch (ExpressionSyntax tooDeep) {
            return List.of();
        }
    }
}

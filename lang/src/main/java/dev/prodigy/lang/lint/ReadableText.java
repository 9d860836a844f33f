package dev.prodigy.lang.lint;

import dev.prodigy.lang.expr.ExpressionSyntax;
import dev.prodigy.lang.expr.Place;
import dev.prodigy.lang.expr.Template;
import dev.prodigy.lang.expr.scope.Path;
import java.util.List;

/// Texts, as far as they can be read: {@link NameCheck} reports those that cannot.
final class ReadableText {
    private ReadableText() {}

    /// @return the paths that a text reads; none when it is nested too deep
    static List<Path> variables(String text, Place place) {
        try {
            return Template.parse(text, place).variables();
        } catch (ExpressionSyntax tooDeep) {
            return List.of();
        }
    }
}

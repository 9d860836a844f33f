package dev.prodigy.engine.environment;

import dev.prodigy.lang.expr.BareNames;
import dev.prodigy.lang.expr.CompiledExpression;
import dev.prodigy.lang.expr.Template;
import dev.prodigy.lang.expr.TextPlace;
import dev.prodigy.model.text.Expression;
import dev.prodigy.model.text.Text;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The parsed forms of a workflow's texts and expressions: each is parsed once, however often it is used.
public final class Language {
    private final Map<TextKey, Template> templates = new ConcurrentHashMap<>();
    private final Map<ExpressionKey, CompiledExpression> expressions = new ConcurrentHashMap<>();

    private record TextKey(String source, TextPlace place) {}

    private record ExpressionKey(String source, BareNames names) {}

    /// Nothing is parsed yet.
    public Language() {}

    /// @return the parsed form of a text
    public Template template(Text text, TextPlace place) {
        return templates.computeIfAbsent(
                new TextKey(text.source(), place), key -> Template.parse(key.source(), key.place()));
    }

    /// @return the compiled form of an expression; it was checked when the workflow was loaded
    public CompiledExpression expression(Expression expression, BareNames names) {
        return expressions.computeIfAbsent(
                new ExpressionKey(expression.source(), names),
                key -> CompiledExpression.parse(key.source(), key.names()));
    }
}

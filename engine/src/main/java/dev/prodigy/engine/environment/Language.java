package dev.prodigy.engine.environment;

import dev.prodigy.lang.expr.Expression;
import dev.prodigy.lang.expr.Names;
import dev.prodigy.lang.expr.Place;
import dev.prodigy.lang.expr.Template;
import dev.prodigy.model.text.Text;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The parsed forms of a workflow's texts and expressions: each is parsed once, however often it is used.
public final class Language {
    private final Map<TextKey, Template> templates = new ConcurrentHashMap<>();
    private final Map<ExpressionKey, Expression> expressions = new ConcurrentHashMap<>();

    private record TextKey(String source, Place place) {}

    private record ExpressionKey(String source, Names names) {}

    /// Nothing is parsed yet.
    public Language() {}

    /// @return the parsed form of a text
    public Template template(Text text, Place place) {
        return templates.computeIfAbsent(
                new TextKey(text.source(), place), key -> Template.parse(key.source(), key.place()));
    }

    /// @return the compiled form of an expression; it was checked when the workflow was loaded
    public Expression expression(dev.prodigy.model.text.Expression expression, Names names) {
        return expressions.computeIfAbsent(
                new ExpressionKey(expression.source(), names), key -> Expression.parse(key.source(), key.names()));
    }
}

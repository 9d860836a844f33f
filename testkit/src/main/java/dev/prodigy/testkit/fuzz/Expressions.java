package dev.prodigy.testkit.fuzz;

import dev.prodigy.lang.expr.BareNames;
import dev.prodigy.lang.expr.CompiledExpression;
import dev.prodigy.lang.expr.ExpressionSyntax;
import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.lang.expr.scope.Scope;
import dev.prodigy.lang.expr.scope.Sources;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.Value;
import java.util.List;
import java.util.Map;

/// The expression language: a text is an expression or a syntax error, and evaluation never fails.
final class Expressions implements FuzzTarget {
    private static final Value ITEM = Json.parse(
            "{\"a\": \"text\", \"b\": {\"c\": [1, {\"k\": null}]}, \"x\": [\"1\", 2, true], \"k\": \"{\\\"k\\\": [3]}\"}");
    private static final Scope SCOPE = Scope.of(Map.of(
            "a", Binding.text("author"),
            "b", Binding.data(Json.parse("{\"c\": \"7\"}")),
            "x", Binding.data(Json.parse("[{\"k\": 1}, {\"k\": \"z\"}]"))));

    @Override
    public String name() {
        return "expressions";
    }

    @Override
    public List<String> pieces() {
        return Pieces.EXPRESSION;
    }

    @Override
    public void take(String input) {
        for (var names : BareNames.values()) {
            try {
                var expression = CompiledExpression.parse(input, names);
                expression.evaluate(SCOPE, Sources.none(), ITEM, 1);
                expression.variables();
            } catch (ExpressionSyntax meant) {
                if (meant.offset() < 0 || meant.offset() > input.length()) {
                    throw new IllegalStateException("a syntax error outside of the text, at " + meant.offset(), meant);
                }
            }
        }
    }
}

package dev.prodigy.bench.fuzz;

import dev.prodigy.lang.expr.Expression;
import dev.prodigy.lang.expr.ExpressionSyntax;
import dev.prodigy.lang.expr.Names;
import dev.prodigy.lang.expr.scope.Scope;
import dev.prodigy.lang.expr.scope.Sources;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.Value;
import java.util.List;

/// The expression language: a text is an expression or a syntax error, and evaluation never fails.
final class Expressions implements Target {
    private static final Value ITEM = Json.parse(
            "{\"a\": \"text\", \"b\": {\"c\": [1, {\"k\": null}]}, \"x\": [\"1\", 2, true], \"k\": \"{\\\"k\\\": [3]}\"}");
    private static final List<String> PIECES = List.of(
            "a",
            "b.c",
            "item",
            "x[0]",
            "[*]",
            "['k']",
            "_index",
            "value",
            "1",
            "-2.5",
            "1e3",
            "1e999",
            "'t'",
            "\"u\"",
            "'${a}'",
            "true",
            "null",
            " ",
            "(",
            ")",
            "[",
            "]",
            ",",
            "==",
            "!=",
            "<",
            ">=",
            "&&",
            "||",
            "!",
            "-",
            "+",
            "*",
            "/",
            "%",
            " and ",
            " or ",
            " not ",
            " in ",
            " contains ",
            " matches ",
            "'^(a|b)*$'",
            "'(a*)*'",
            "${",
            "}",
            "{",
            "\\",
            ":-",
            "|",
            "count(",
            "upper(",
            "where(a, '",
            "if(",
            "default(",
            "exists(",
            "sum(",
            "sort(",
            "group_by(x, '",
            "split(a, 'b')",
            "round(1.5)",
            "replace('aaa', 'a', 'aa')",
            "'",
            "\"",
            "😀",
            "\n",
            "@.",
            "$.",
            ".exists",
            "=",
            ".",
            "?");

    @Override
    public String name() {
        return "expressions";
    }

    @Override
    public List<String> pieces() {
        return PIECES;
    }

    @Override
    public void take(String input) {
        for (var names : Names.values()) {
            try {
                var expression = Expression.parse(input, names);
                expression.evaluate(Scope.EMPTY, Sources.none(), ITEM, 1);
                expression.variables();
            } catch (ExpressionSyntax e) {
                if (e.offset() < 0 || e.offset() > input.length()) {
                    throw new IllegalStateException("a syntax error outside of the text, at " + e.offset(), e);
                }
            }
        }
    }
}

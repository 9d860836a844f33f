package dev.prodigy.bench.fuzz;

import dev.prodigy.lang.expr.ExpressionSyntax;
import dev.prodigy.lang.expr.Place;
import dev.prodigy.lang.expr.Template;
import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.lang.expr.scope.Scope;
import dev.prodigy.lang.expr.scope.Sources;
import dev.prodigy.lang.json.Json;
import java.util.List;
import java.util.Map;

/// Placeholders and interpolation: every text can be filled, or names what is missing.
final class Placeholders implements Target {
    private static final Scope SCOPE = Scope.of(Map.of(
            "a", Binding.text("author"),
            "item", Binding.data(Json.parse("{\"k\": [1, \"${a}\", {\"b\": null}], \"t\": \"x y\"}")),
            "list", Binding.data(Json.parse("[\"a.rs\", \"b c\", 3]"))));
    private static final List<String> PIECES = List.of(
            "${",
            "}",
            "$",
            "$$",
            "$${",
            "\\",
            "\\}",
            "{",
            "{}",
            "a",
            "item",
            "item.k",
            "item.t",
            "list",
            "[0]",
            "[-1]",
            "[*]",
            "[",
            "]",
            "[\"k\"]",
            ".",
            ":",
            ":-",
            "|",
            "|default:",
            ":?",
            ":0:3",
            "%.*",
            "#",
            "upper",
            "lower",
            "words",
            "json",
            "csv",
            "q",
            "raw",
            "length",
            "basename",
            "*.rs",
            "src/**/*",
            "uuid",
            "date:%Y-%m-%d",
            "date:",
            "file:x",
            "cmd:ls",
            "json:k:from:item",
            "count(",
            "upper(",
            "if(",
            ")",
            ",",
            "'",
            "\"",
            " ",
            "&&",
            "==",
            "1",
            "😀",
            "\uD83D",
            "\n",
            "\u0000",
            "$1",
            "$HOME",
            "x");

    @Override
    public String name() {
        return "placeholders";
    }

    @Override
    public List<String> pieces() {
        return PIECES;
    }

    @Override
    public void take(String input) {
        for (var place : Place.values()) {
            try {
                var template = Template.parse(input, place);
                template.render(SCOPE, Sources.none());
                template.variables();
            } catch (ExpressionSyntax meant) {
                if (meant.getMessage() == null) {
                    throw new IllegalStateException("a syntax error without words", meant);
                }
            }
        }
    }
}

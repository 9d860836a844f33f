package dev.prodigy.testkit.fuzz;

import dev.prodigy.lang.expr.ExpressionSyntax;
import dev.prodigy.lang.expr.Resolution;
import dev.prodigy.lang.expr.Template;
import dev.prodigy.lang.expr.TextPlace;
import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.lang.expr.scope.Scope;
import dev.prodigy.lang.expr.scope.Sources;
import dev.prodigy.lang.json.Json;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// Placeholders and interpolation: every text can be filled, or names what is missing; a text that names nothing of
/// the workflow stays byte for byte.
final class Placeholders implements FuzzTarget {
    private static final Scope SCOPE = Scope.of(Map.of(
            "a", Binding.text("author"),
            "item", Binding.data(Json.parse("{\"k\": [1, \"${a}\", {\"b\": null}], \"t\": \"x y\"}")),
            "list", Binding.data(Json.parse("[\"a.rs\", \"b c\", 3]"))));
    /// What has a meaning without any name of the workflow: computed values, calls, escapes.
    private static final Pattern MEANT = Pattern.compile("uuid|date:|file:|cmd:|[a-z]\\(");

    private static final Pattern DOLLARS = Pattern.compile("\\$+");

    @Override
    public String name() {
        return "placeholders";
    }

    @Override
    public List<String> pieces() {
        return Pieces.EXPRESSION;
    }

    @Override
    public void take(String input) {
        for (var place : TextPlace.values()) {
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
        var own = DOLLARS.matcher(MEANT.matcher(input).replaceAll("z")).replaceAll("\\$");
        var kept = Template.parse(own, TextPlace.SHELL).render(Scope.EMPTY, Sources.none());
        if (!(kept instanceof Resolution.Filled filled && filled.text().equals(own))) {
            throw new IllegalStateException("a text that names nothing of the workflow became " + kept);
        }
    }
}

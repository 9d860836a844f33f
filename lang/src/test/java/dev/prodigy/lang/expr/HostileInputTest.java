package dev.prodigy.lang.expr;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.lang.expr.scope.Nature;
import dev.prodigy.lang.expr.scope.Path;
import dev.prodigy.lang.expr.scope.Scope;
import dev.prodigy.lang.expr.scope.Sources;
import dev.prodigy.model.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Inputs whose cost would be minutes or more if anything were worse than linear.
@Timeout(60)
class HostileInputTest {
    private static final int MANY = 60_000;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "${",
                "}",
                "{",
                "$",
                "$$",
                "$${",
                "\\",
                "\\}",
                "${a}",
                "${a:",
                "${a:-",
                "${a:-x}",
                "${a|",
                "$a",
                "${a[",
                "a-",
                "${a.b",
                "${\"",
                "${'${",
                "${upper(",
                "${upper(a) ",
                "${json:a:from:",
                "${file:",
                "${cmd:",
                "${date:a",
                "${!",
                "${a}${",
                "${file:q:-${",
                "${upper(a):-${",
                "${where(a, '",
                "${where(a, \"x",
                "${a:*",
                "${(",
                "-",
                "${a---"
            })
    void longTexts(String piece) {
        var scope = Scope.of(Map.of("a", Binding.text("v")));
        for (TextPlace place : TextPlace.values()) {
            for (String text : new String[] {
                piece.repeat(MANY), piece.repeat(MANY) + "}".repeat(MANY), "${" + piece.repeat(MANY) + "}"
            }) {
                try {
                    Template.parse(text, place).render(scope, Sources.none());
                } catch (ExpressionSyntax e) {
                    assertThat(place == TextPlace.EXPRESSION || "nested too deep".equals(e.getMessage()))
                            .isTrue();
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(TextPlace.class)
    void expressionsThatAreNoneWithinEachOther(TextPlace place) {
        for (var call : new String[] {"${'", "${upper('", "${uper('"}) {
            var text = call.repeat(30) + "x" + "' !}".repeat(30);
            try {
                Template.parse(text, place).render(Scope.of(Map.of()), Sources.none());
            } catch (ExpressionSyntax e) {
                assertThat(place == TextPlace.EXPRESSION || "nested too deep".equals(e.getMessage()))
                        .isTrue();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(",
                "[",
                "!",
                "- ",
                "not ",
                "a ",
                "a.",
                "a[0]",
                "a[*]",
                "'",
                "'a",
                "'\\",
                "'${",
                "${",
                "${a",
                "1",
                "1.",
                "1e",
                "a&&",
                "a||",
                "1+",
                "1*",
                "a<",
                "a in ",
                "upper(",
                "concat(a,",
                "where(a,'",
                "where(a,\"where(a,'",
                "if(a,",
                "@.",
                "a-",
                "=",
                "\\"
            })
    void longExpressions(String piece) {
        for (BareNames names : BareNames.values()) {
            for (String source :
                    new String[] {piece.repeat(MANY), piece.repeat(MANY) + "a", "a" + piece.repeat(MANY)}) {
                try {
                    CompiledExpression.parse(source, names).evaluate(Scope.EMPTY, Sources.none(), Value.of(1), 0);
                } catch (ExpressionSyntax e) {
                    assertThat(e.offset()).isBetween(0, source.length());
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "${file:q:-§}",
                "${file:§}",
                "${file:basename:-§}",
                "${upper(§) + 1}",
                "${upper('§') :-§x}",
                "${a:-§}",
                "${'§' + 1}",
                "${count(where(a, 'x == \"§\"'))}",
                "${date:q:-§}",
                "${a:x:-§}",
                "${if(a, '§', 'b') +}",
                "${json:a:from:b:-§}"
            })
    void nestingDoesNotDoubleTheTimeAtEachLevel(String form) {
        String text = "x";
        for (int i = 0; i < 60; i++) {
            text = form.replace("§", text).length() < 100_000 ? form.replace("§", text) : text;
        }
        for (TextPlace place : TextPlace.values()) {
            try {
                Template.parse(text, place).render(Scope.of(Map.of("a", Binding.text(""))), Sources.none());
            } catch (ExpressionSyntax e) {
                assertThat(place == TextPlace.EXPRESSION || "nested too deep".equals(e.getMessage()))
                        .isTrue();
            }
        }
    }

    @Test
    void aLargeValueIsInterpolatedInOnePass() {
        String large = "${a} $a \\} ' \" ".repeat(800_000);
        var scope = Scope.of(
                Map.of("big", Binding.data(Value.of(large)), "list", Binding.data(Value.ofTexts(List.of(large, "x")))));
        var template = Template.parse("<${big}|${list:lines}|${big:q:length}>", TextPlace.TEXT);
        var filled = (Resolution.Filled) template.render(scope, Sources.none());
        assertThat(filled.nature()).isEqualTo(Nature.DATA);
        assertThat(filled.text()).startsWith("<" + large + "|" + large + "\nx|");
    }

    @ParameterizedTest
    @EnumSource
    void valuesOfTheGreatestDepthAreComparedSortedAndWritten(Operator operator) {
        Value deep = Value.of(1);
        Value other = Value.of(1);
        for (int i = 0; i < 1_000; i++) {
            deep = new Value.Items(List.of(deep));
            other = new Value.Fields(Map.of("k", other));
        }
        assertThat(operator.test(deep, deep)).isIn(true, false);
        assertThat(operator.test(deep, other)).isIn(true, false);
        var scope = Scope.of(Map.of("deep", Binding.data(deep), "other", Binding.data(other)));
        for (String source : List.of(
                "string([[deep]])",
                "unique([deep, other, deep])",
                "sort([deep, other])",
                "group_by([deep])",
                "'${deep}'",
                "flatten(deep)",
                "concat(deep, other)",
                "deep[*][*]",
                "[deep] == [other]",
                "json(string(deep))")) {
            assertThat(CompiledExpression.parse(source, BareNames.VARIABLES).evaluate(scope, Sources.none()))
                    .isInstanceOf(Value.class);
        }
    }

    @Test
    void textsWhoseHashesCollideDoNotSlowUniqueDown() {
        var texts = new ArrayList<String>();
        for (int i = 0; i < 1 << 16; i++) {
            var text = new StringBuilder();
            for (int bit = 0; bit < 16; bit++) {
                text.append((i >> bit & 1) == 0 ? "Aa" : "BB");
            }
            texts.add(text.toString());
        }
        var scope = Scope.of(Map.of("texts", Binding.data(Value.ofTexts(texts))));
        assertThat(CompiledExpression.parse("count(unique(texts)) + count(group_by(texts))", BareNames.VARIABLES)
                        .evaluate(scope, Sources.none()))
                .isEqualTo(Value.of(2 << 16));
    }

    @Test
    void longPathsAreWalked() {
        String path = "a" + ".b".repeat(MANY);
        var scope = Scope.of(Map.of("a", Binding.data(Value.of("{\"b\": {}}"))));
        assertThat(Path.parse(path).in(scope)).isNotNull();
        assertThat(Path.parse("a" + "[*]".repeat(MANY)).in(scope)).isNotNull();
    }
}

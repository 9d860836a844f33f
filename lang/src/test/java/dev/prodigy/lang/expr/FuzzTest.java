package dev.prodigy.lang.expr;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.lang.expr.scope.Nature;
import dev.prodigy.lang.expr.scope.Scope;
import dev.prodigy.lang.expr.scope.Sources;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.Value;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Random texts, the same in every run: no exception but the meant one ever leaves the parser, and none evaluation.
class FuzzTest {
    private static final String[] PIECES = {
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
        "'t'",
        "\"u\"",
        "'${a}'",
        "true",
        "null",
        " ",
        "  ",
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
        "'^[a-z]+$'",
        "${",
        "}",
        "{",
        "$",
        "$$",
        "\\",
        "\\}",
        ":",
        ":-",
        "|",
        "|default:",
        "upper",
        "json",
        "words",
        "*.rs",
        "count(",
        "upper(",
        "where(a, '",
        "if(",
        "default(",
        "exists(",
        "sum(",
        "sort(",
        "'",
        "\"",
        "😀",
        "\n",
        "uuid",
        "date:%Y",
        "file:x",
        "cmd:y",
        "json:k:from:a",
        "@",
        "#",
        "?",
        "=",
        ".",
        "x.exists",
        "split(a, 'b')",
        "round(1.5)"
    };
    private static final List<Names> NAMES = List.of(Names.values());
    private static final List<Place> PLACES = List.of(Place.SHELL, Place.TEXT, Place.ENVIRONMENT, Place.PATH);
    private static final Value ITEM = Json.parse("""
            {"a": "text", "b": {"c": [1, {"k": null}]}, "x": ["1", 2, true], "value": 5, "k": "{\\"k\\": [3]}"}""");
    private static final Scope SCOPE = TestScopes.of("""
            {"a": [{"k": 1}, {"k": "z"}], "b": {"c": "7"}, "x": "v", "item": {"k": 1}}""");

    private static String random(Random random, int pieces) {
        var text = new StringBuilder();
        for (int i = random.nextInt(pieces); i >= 0; i--) {
            text.append(PIECES[random.nextInt(PIECES.length)]);
        }
        return text.toString();
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 7, 15, 40})
    void expressions(int pieces) {
        var random = new Random(pieces);
        int compiled = 0;
        for (int i = 0; i < 40_000; i++) {
            String source = random(random, pieces);
            var names = NAMES.get(i % NAMES.size());
            try {
                var expression = Expression.parse(source, names);
                compiled++;
                assertThat(expression.evaluate(SCOPE, new RecordedSources(), ITEM, i))
                        .isNotNull();
                expression.variables();
            } catch (ExpressionSyntax e) {
                assertThat(e.offset()).as(source).isBetween(0, source.length());
            }
        }
        assertThat(compiled).isPositive();
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 7, 15, 40})
    void texts(int pieces) {
        var random = new Random(pieces);
        for (int i = 0; i < 40_000; i++) {
            String text = random(random, pieces);
            var template = Template.parse(text, PLACES.get(i % PLACES.size()));
            template.variables();
            switch (template.render(SCOPE, new RecordedSources())) {
                case Resolution.Filled filled -> assertThat(filled.text()).isNotNull();
                case Resolution.Undefined undefined ->
                    assertThat(undefined.message()).contains(undefined.name());
                case Resolution.Failed failed -> assertThat(failed.message()).isNotEmpty();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 7, 15, 40})
    void aTextThatNamesNothingOfOursStaysByteForByte(int pieces) {
        var random = new Random(pieces);
        for (int i = 0; i < 40_000; i++) {
            String text = random(random, pieces)
                    .replaceAll("uuid|date:|file:|cmd:|[a-z]+\\(", "z")
                    .replaceAll("\\$+", "\\$");
            assertThat(Template.parse(text, Place.TEXT).render(Scope.EMPTY, Sources.none()))
                    .isEqualTo(Resolution.Filled.text(text, Nature.TEXT));
        }
    }
}

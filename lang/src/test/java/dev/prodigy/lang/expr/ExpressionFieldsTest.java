package dev.prodigy.lang.expr;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.lang.expr.scope.Path;
import dev.prodigy.lang.expr.scope.Scope;
import dev.prodigy.lang.expr.scope.Sources;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.Value;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExpressionFieldsTest {
    private static final Value ITEM = Json.parse("""
            {"score": 8, "category": "docs", "a-b": 1, "tags": ["x", "y"], "deep": {"0": "zero", "any key": 2},
             "payload": "{\\"inner\\": [1, {\\"x\\": 5}]}", "subtype": null, "model": "", "type": "result",
             "list": [{"v": 1}, {"w": 2}, {"v": null}], "exists": "mine"}""");

    private static Value evaluate(String expression) {
        var scope = TestScopes.of("{\"limit\": 5, \"category\": \"variable\"}");
        return CompiledExpression.parse(expression, BareNames.FIELDS).evaluate(scope, Sources.none(), ITEM, 3);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "score",
                "item.score",
                "$.score",
                "@.score",
                "$[\"score\"]",
                "item['score']",
                "${item.score}",
                "${score}"
            })
    void theFieldInAllItsSpellings(String expression) {
        assertThat(evaluate(expression)).isEqualTo(Value.of(8));
    }

    @ParameterizedTest
    @ValueSource(strings = {"item", "$", "@", "${item}"})
    void theItemItself(String expression) {
        assertThat(evaluate(expression)).isEqualTo(ITEM);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " => ", quoteCharacter = '~', textBlock = """
            score >= 5                       => true
            score >= ${limit}                => true
            category                         => "docs"
            ${category}                      => "variable"
            ${unknown}                       => null
            unknown                          => null
            _index                           => 3
            _index % 2 == 1                  => true
            a-b                              => 1
            score - 1                        => 7
            tags[0]                          => "x"
            tags[-1]                         => "y"
            tags[2]                          => null
            tags.1                           => "y"
            tags[99999999999]                => null
            deep.0                           => "zero"
            deep["any key"]                  => 2
            item["deep"]['any key']          => 2
            payload.inner[1].x               => 5
            category.x                       => null
            list[*].v                        => [1,null]
            list[*]                          => [{"v":1},{"w":2},{"v":null}]
            score[*]                         => null
            default(subtype, 'success') != 'success' => false
            default(model, category)         => "docs"
            is_null(subtype) && subtype.exists => true
            exists                           => "mine"
            type == 'result'                 => true
            'x' in tags                      => true
            count(where(list, 'v == 1'))     => 1
            count(where(list, '${limit} == 5 && exists(v)')) => 2
            length(tags) == 2 and tags[*] == ['x', 'y'] => true
            '${category} ${score} ${_index}' => "variable 8 3"
            '${count(tags)}'                 => "2"
            '${score + 1}'                   => "9"
            '^a{2}$'                         => "^a{2}$"
            """)
    void bareNamesAreFields(String expression, String expected) {
        assertThat(evaluate(expression)).isEqualTo(Json.parse(expected));
    }

    @Test
    void aTextItemIsItself() {
        var line = Value.of("src/main.rs");
        var filter = CompiledExpression.parse("item matches '\\.rs$' && length(item) > 3", BareNames.FIELDS);
        assertThat(filter.isTrue(Scope.EMPTY, Sources.none(), line, 0)).isTrue();
        assertThat(CompiledExpression.parse("name", BareNames.FIELDS).evaluate(Scope.EMPTY, Sources.none(), line, 0))
                .isEqualTo(Value.Null.NULL);
    }

    @Test
    void whatAnExpressionReadsIsKnown() {
        var expression = CompiledExpression.parse(
                "score > ${limit:-${least}} && '${a.b}' in tags && count(where(list, 'v == ${outer.x}')) > 0 && item.deep",
                BareNames.FIELDS);
        assertThat(expression.variables())
                .extracting(Path::toString)
                .containsExactly("limit", "least", "a.b", "outer.x");
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " => ", quoteCharacter = '~', textBlock = """
            state._last_error.code == 'E'                        => true
            NOT exists(state._last_error)                        => true
            if(a, b, [1, state["_last_error"].code])             => true
            'x ${y:-${state._last_error.code}}' == 'z'           => true
            count(where(l, "m == '${state._last_error.x}'")) > 0 => true
            state.last_error                                     => false
            state                                                => false
            state._last_error_at                                 => false
            """)
    void whetherTheLastErrorIsReadIsFoundAtAnyDepth(String expression, boolean expected) {
        assertThat(CompiledExpression.parse(expression, BareNames.VARIABLES).variables())
                .matches(
                        paths -> expected == paths.stream().anyMatch(path -> path.isAtOrBelow("state", "_last_error")));
    }

    /// While items are chosen no step has one; in a step of an item `where` can compare with its own.
    @Test
    void theItemThatIsLookedAtGivesWayToThatOfTheStep() {
        var choosing = CompiledExpression.parse("${item.score} == 8 && '${item.category}' == 'docs'", BareNames.FIELDS);
        var nothingYet =
                Scope.of(Map.of("item", new Binding.Namespace(_ -> new Binding.Missing("there is no item here"))));
        assertThat(choosing.evaluate(nothingYet, Sources.none(), ITEM, 3)).isEqualTo(Value.of(true));
        var within = CompiledExpression.parse("score == ${item}", BareNames.FIELDS);
        assertThat(within.evaluate(TestScopes.of("{\"item\": 8}"), Sources.none(), ITEM, 3))
                .isEqualTo(Value.of(true));
    }
}

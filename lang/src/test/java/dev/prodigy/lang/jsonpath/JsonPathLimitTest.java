package dev.prodigy.lang.jsonpath;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.Value;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonPathLimitTest {
    private static final int VERY_DEEP = 200_000;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "$[0,0][0,0][0,0][0,0][0,0][0,0][0,0][0,0][0,0][0,0][0,0][0,0][0,0][0,0][0,0][0,0][0,0][0,0][0,0][0,0]",
                "$..*..*..*..*..*..*",
                "$[?count(@..*..*..*..*..*)>0]",
                "$..[?count($..[?count($..[?count($..*)>0])>0])>0]",
                "$..[?@==$ && $==@ && @==$]"
            })
    void aQueryThatMultipliesIsStopped(String path) {
        var document = Json.parse("[".repeat(300) + "1" + "]".repeat(300));
        assertThatThrownBy(() -> parse(path).evaluate(document, new Budget(20_000, 1000)))
                .isInstanceOf(JsonPathLimit.class);
    }

    @Test
    void workOnTextCounts() {
        var document = Json.parse("{\"t\":\"" + "x".repeat(100_000) + "\",\"u\":\"" + "x".repeat(100_000) + "\"}");
        for (var path : List.of(
                "$[?$.t==$.u]", "$[?$.t<$.u]", "$[?length($.t)>0]", "$[?match($.t,'x*')]", "$[?match('x',$.t)]")) {
            assertThatThrownBy(() -> parse(path).evaluate(document, new Budget(5_000, 10)))
                    .as(path)
                    .isInstanceOf(JsonPathLimit.class)
                    .hasMessageContaining("visits too many values");
        }
    }

    @Test
    void theNumberOfNodesIsLimited() {
        var document = Json.parse("[1,2,3]");
        assertThat(parse("$[*]").evaluate(document, new Budget(100, 3))).hasSize(3);
        assertThatThrownBy(() -> parse("$[*]").evaluate(document, new Budget(100, 2)))
                .isInstanceOf(JsonPathLimit.class)
                .hasMessage("the query selects more than 2 nodes");
    }

    @Test
    void oneNodeDecidesExistenceAndTwoDecideAValue() {
        var document = Json.parse("[[" + "1,".repeat(10_000) + "1]]");
        assertThat(parse("$[?value(@.*)==1]").evaluate(document, new Budget(100, 10)))
                .isEmpty();
        assertThat(parse("$[?@.*]").evaluate(document, new Budget(100, 10))).hasSize(1);
    }

    @Test
    void aDocumentOfAnyDepthIsWalked() {
        assertThat(parse("$..leaf").evaluate(deep())).containsExactly(Value.of(1));
        assertThat(parse("$..[?@.leaf]").evaluate(deep())).hasSize(1);
    }

    @Test
    void comparingWithoutBottomIsAClearFailure() {
        assertThatThrownBy(() -> parse("$[?@==@]").evaluate(deep()))
                .isInstanceOf(JsonPathLimit.class)
                .hasMessageContaining("deeper than 1000 levels");
    }

    @Test
    void theDeepestQueryEndsWithoutOverflow() {
        var filters = parse("$" + "[?@".repeat(99) + "]".repeat(99));
        assertThat(filters.evaluate(Json.parse("[".repeat(400) + "]".repeat(400))))
                .hasSize(1);
        var segments = parse("$" + ".*".repeat(200));
        assertThat(segments.evaluate(Json.parse("[".repeat(200) + "1" + "]".repeat(200))))
                .hasSize(1);
        var conditions = parse("$[?" + "!(".repeat(99) + "@" + ")".repeat(99) + "]");
        assertThat(conditions.evaluate(Json.parse("[1]"))).isEmpty();
    }

    private static JsonPath parse(String path) {
        return JsonPath.parse(path, JsonPath.Mode.STRICT);
    }

    private static Value deep() {
        Value value = new Value.Fields(Map.of("leaf", Value.of(1)));
        for (int i = 0; i < VERY_DEEP; i++) {
            value = new Value.Items(List.of(value));
        }
        return value;
    }
}

package dev.prodigy.lang.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prodigy.model.value.Value;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "{\"b\":[1,2.50,-3],\"a\":{\"x\":\"q\\\"\\n\"},\"n\":null,\"t\":true}",
                "[]",
                "12345678901234567890123",
                "\"\\u0000\""
            })
    void whatIsReadIsWrittenAgain(String text) {
        assertThat(Json.write(Json.parse(text))).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "{", "[1,]", "{\"a\":1}{", "1 2", "nul", "007", "{a:1}", "1e99999", "// c\n1"})
    void anythingElseIsRefused(String text) {
        assertThatThrownBy(() -> Json.parse(text)).isInstanceOf(JsonSyntax.class);
        assertThat(Json.tryParse(text)).isNull();
    }

    @Test
    void theFailureNamesItsPlace() {
        assertThatThrownBy(() -> Json.parse("{\n  \"a\": x}")).satisfies(e -> {
            assertThat(((JsonSyntax) e).line()).isEqualTo(2);
            assertThat(((JsonSyntax) e).column()).isBetween(8, 9);
        });
    }

    @Test
    void deepNestingIsRefusedNotAnOverflow() {
        assertThatThrownBy(() -> Json.parse("[".repeat(100_000))).isInstanceOf(JsonSyntax.class);
    }

    @Test
    void aHugeStringIsReadWhole() {
        assertThat(Json.parse("\"" + "x".repeat(30_000_000) + "\"")).isInstanceOf(Value.Text.class);
    }
}

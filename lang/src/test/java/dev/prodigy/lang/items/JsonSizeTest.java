package dev.prodigy.lang.items;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.lang.json.Json;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonSizeTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "true",
                "false",
                "0",
                "-123.4500",
                "1E+20",
                "1E-9",
                "\"\"",
                "\"text\"",
                "\"ä€😀\"",
                "\"\\u0000\\u0001\\n\\\"\\\\\"",
                "[]",
                "[1,[2,\"x\"],{}]",
                "{}",
                "{\"a\":1,\"bb\":[{\"ä\":null}]}"
            })
    void theLimitIsExact(String json) {
        var value = Json.parse(json);
        int bytes = Json.write(value).getBytes(StandardCharsets.UTF_8).length;
        assertThat(JsonSize.exceeds(value, bytes)).isFalse();
        assertThat(JsonSize.exceeds(value, bytes - 1)).isTrue();
        assertThat(JsonSize.exceeds(value, 10_000)).isFalse();
        assertThat(JsonSize.exceeds(value, 0)).isTrue();
    }
}

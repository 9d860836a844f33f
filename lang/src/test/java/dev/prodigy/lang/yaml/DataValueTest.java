package dev.prodigy.lang.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.lang.json.Json;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DataValueTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    0644                        | 644
                    0x1F                        | 31
                    0o17                        | 15
                    +5                          | 5
                    .5                          | 0.5
                    5.                          | 5
                    1e3                         | 1E+3
                    .inf                        | ".inf"
                    1e99999999999               | "1e99999999999"
                    1e999999                    | "1e999999"
                    yes                         | "yes"
                    [a, ~, True, {1: "2"}]      | ["a",null,true,{"1":"2"}]
                    """)
    void scalarsBecomeWhatTheCoreSchemaSays(String yaml, String json) {
        var root = Objects.requireNonNull(Yaml.read("f.yml", yaml).root());
        assertThat(Json.write(DataValue.of(root))).isEqualTo(json);
    }
}

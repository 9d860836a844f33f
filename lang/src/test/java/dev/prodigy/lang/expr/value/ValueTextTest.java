package dev.prodigy.lang.expr.value;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.Value;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValueTextTest {

    @ParameterizedTest
    @CsvSource(delimiterString = " => ", quoteCharacter = '~', textBlock = """
            null                      => ~~
            true                      => true
            false                     => false
            5.0                       => 5
            7.25                      => 7.25
            "as it is ${x}"           => as it is ${x}
            ["p q", 1.0, null]        => ["p q",1,null]
            {"b": 1, "a": [true]}     => {"b":1,"a":[true]}
            {"y": [1, 2.50, 1e3, {"z": -0.0}]} => {"y":[1,2.5,1000,{"z":0}]}
            [1e21, 1e22, 1.20e-3]     => [1000000000000000000000,1E+22,0.0012]
            """)
    void theTextOfEveryKind(String json, String text) {
        assertThat(ValueText.of(Json.parse(json))).isEqualTo(text);
    }

    @Test
    void listsInTheirStyles() {
        var list = Json.parse("[\"a\", 2.0, null, [1]]");
        assertThat(ValueText.of(list, ListStyle.LINES)).isEqualTo("a\n2\n\n[1]");
        assertThat(ValueText.of(list, ListStyle.WORDS)).isEqualTo("a 2  [1]");
    }

    @Test
    void aValueDeeperThanJsonMayBeHasNoText() {
        Value deep = Value.of(1);
        for (int i = 0; i < 1_500; i++) {
            deep = new Value.Items(List.of(deep));
        }
        assertThat(ValueText.of(deep)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"a/b/c,c,a/b", "a/b/c/,c,a/b", "a,a,.", "/a,a,/", "/,/,/", "//,/,/", "'','',.", "a//b,b,a", "/a/b,b,/a"
    })
    void theNamesOfAPathAsPosixCutsThem(String path, String base, String directory) {
        assertThat(FileName.base(path)).isEqualTo(base);
        assertThat(FileName.directory(path)).isEqualTo(directory);
    }
}

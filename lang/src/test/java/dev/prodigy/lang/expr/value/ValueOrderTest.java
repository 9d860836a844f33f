package dev.prodigy.lang.expr.value;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValueOrderTest {

    @Test
    void booleansNumbersStringsArraysObjectsThenNull() {
        var sorted = ((Value.Items) Json.parse("""
                [false, true, -1, 2, 10, "", "10", "2", "B", "a", "ab", "\\uffff", "😀", [], [9], [1, 2], {}, {"z": 0}, null]""")).values();
        var shuffled = new ArrayList<>(sorted);
        Collections.shuffle(shuffled, new Random(7));
        shuffled.sort(ValueOrder.ASCENDING);
        assertThat(shuffled).isEqualTo(sorted);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " => ", quoteCharacter = '~', textBlock = """
            1                => 1.0              => true
            "1"              => 1                => false
            {"a": 1, "b": 2} => {"b": 2.0, "a": 1} => true
            ["a", "b"]       => ["a,b"]          => false
            ["a", "b"]       => ["ab"]           => false
            {"a": {}}        => {"a": []}        => false
            null             => false            => false
            "n"              => null             => false
            ["1:a"]          => ["1", "a"]       => false
            """)
    void aCanonicalTextIsSharedByEqualValuesAlone(String one, String other, boolean same) {
        assertThat(CanonicalText.of(Json.parse(one)).equals(CanonicalText.of(Json.parse(other))))
                .isEqualTo(same);
    }
}

package dev.prodigy.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.model.value.Value;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import org.junit.jupiter.api.Test;

class ValueTest {
    @Test
    void numbersAreEqualByValue() {
        assertThat(new Value.Num(new BigDecimal("5.0"))).isEqualTo(Value.of(5)).hasSameHashCodeAs(Value.of(5));
    }

    @Test
    void objectsAreEqualWhateverTheOrderOfTheirKeys() {
        var one = new LinkedHashMap<String, Value>();
        one.put("a", Value.of(1));
        one.put("b", Value.of("x"));
        var other = new LinkedHashMap<String, Value>();
        other.put("b", Value.of("x"));
        other.put("a", Value.of(1));
        assertThat(new Value.Fields(one)).isEqualTo(new Value.Fields(other));
    }

    @Test
    void anArrayIsNotTouchedByItsMaker() {
        var list = new java.util.ArrayList<Value>(List.of(Value.of(1)));
        var items = new Value.Items(list);
        list.clear();
        assertThat(items.values()).hasSize(1);
    }
}

package dev.prodigy.model.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UnstoredTest {
    @Test
    void aMarkTellsTheStepAndGoesWhereTheTextGoes() {
        var marked = Unstored.mark(new Value.Fields(Map.of("t", Value.of("a***b"))), "ask");
        var text = String.valueOf(marked.get("t"));

        assertThat(Unstored.step(marked)).isEqualTo("ask");
        assertThat(Unstored.step("env " + text + "***")).isEqualTo("ask");
        assertThat(Unstored.plain(text)).isEqualTo(String.valueOf(Value.of("a***b")));
    }

    @Test
    void itIsFoundInsideOfListsAndKeys() {
        assertThat(Unstored.isIn(Unstored.mark(new Value.Items(List.of(Value.of("x"), Value.of("***"))), "s")))
                .isTrue();
        assertThat(Unstored.isIn(Unstored.mark(new Value.Fields(Map.of("***", Value.of(1))), "s")))
                .isTrue();
    }

    @Test
    void whatHoldsNoMaskStaysAsItIs() {
        var value = new Value.Items(List.of(Value.of("a*b**"), Value.of(5), Value.of(true), Value.Null.NULL));

        assertThat(Unstored.mark(value, "s")).isEqualTo(value);
        assertThat(Unstored.isIn(value)).isFalse();
    }

    /// Noncharacters of people, and masks that nobody marked.
    @ParameterizedTest
    @ValueSource(strings = {"***", "\uFDD0", "\uFDD0x\uFDD1", "**\uFDD0x\uFDD1", "***\uFDD0x"})
    void nothingElseIsAMark(String text) {
        assertThat(Unstored.isIn(Value.of(text))).isFalse();
        assertThat(Unstored.plain(text)).isEqualTo(text);
    }
}

package dev.prodigy.lang.expr;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BracesTest {

    @ParameterizedTest
    @CsvSource(delimiterString = " => ", quoteCharacter = '~', textBlock = """
            ${a}             => ${a}
            ${a} ${b}        => ${a}
            ${a:-{}}         => ${a:-{}}
            ${a:-${b:-c}} d} => ${a:-${b:-c}}
            ${a:-\\}}         => ${a:-\\}}
            ${a:-\\{}         => ${a:-\\{}
            ${a:-b\\\\}}       => ${a:-b\\\\}
            ${a              => -
            ${a:-{}          => -
            $a}              => -
            """)
    void anExtentEndsWhereTheBracesBalance(String text, String extent) {
        int close = Braces.of(text).closing(0);
        assertThat(close < 0 ? "-" : text.substring(0, close + 1)).isEqualTo(extent);
    }

    @Test
    void anUnclosedBraceDoesNotHideTheNextOne() {
        String text = "${a { ${b} ${c:-{}}";
        var braces = Braces.of(text);
        assertThat(braces.closing(0)).isEqualTo(-1);
        assertThat(braces.closing(6)).isEqualTo(9);
        assertThat(braces.closing(11)).isEqualTo(text.length() - 1);
    }
}

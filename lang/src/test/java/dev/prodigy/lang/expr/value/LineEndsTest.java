package dev.prodigy.lang.expr.value;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LineEndsTest {
    @ParameterizedTest
    @CsvSource(quoteCharacter = '"', textBlock = """
            "a",            "a"
            "a⏎",           "a"
            "a↵⏎↵⏎",        "a"
            "a⏎b ⏎⏎",       "a⏎b "
            "⏎a",           "⏎a"
            "⏎⏎",           ""
            "",             ""
            """)
    void onlyThoseAtTheEndGo(String shown, String expected) {
        assertThat(LineEnds.stripped(text(shown))).isEqualTo(text(expected));
    }

    private static String text(String shown) {
        return shown.replace('⏎', '\n').replace('↵', '\r');
    }
}

package dev.prodigy.engine.classify;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnsiTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            plain                 | plain
            ~[1;31mred~[0m        | red
            a~[2Kb                | ab
            ~]0;title^text        | text
            ~]8;;http://x~\\link  | link
            a~(b                  | ab
            broken~[31            | broken
            broken~               | broken
            a~~[0mb               | ab
            """)
    void sequencesAreTakenOut(String text, String expected) {
        assertThat(Ansi.strip(text.replace('~', '\u001b').replace('^', '\u0007')))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"~[31, ''", "~]0;title, ''", "~, ''"})
    void aBrokenSequenceEndsWithItsLine(String sequence, String rest) {
        assertThat(Ansi.strip(sequence.replace('~', '\u001b') + "\nnext")).isEqualTo(rest + "\nnext");
    }
}

package dev.prodigy.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ColumnsTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            plain       | 5
            'é · …'     | 5
            'é'   | 1
            漢字        | 4
            ｶﾅ          | 2
            ＡＢ。      | 6
            한글        | 4
            🚀 go       | 5
            """)
    void wideCharactersTakeTwo(String line, int columns) {
        assertThat(Columns.of(line)).isEqualTo(columns);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            plain     | 5 | plain
            plain     | 4 | pla…
            漢字漢字  | 7 | 漢字漢…
            漢字漢字  | 6 | 漢字…
            plain     | 1 | …
            plain     | 0 | ''
            plain     | -3 | ''
            """)
    void whatIsTooLongIsCut(String line, int columns, String cut) {
        assertThat(Columns.cut(line, columns)).isEqualTo(cut);
    }
}

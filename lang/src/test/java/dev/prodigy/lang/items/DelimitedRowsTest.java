package dev.prodigy.lang.items;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// In the tables `⏎` is a line feed, `␍` a carriage return and `⇥` a tab.
class DelimitedRowsTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            csv | a,b⏎1,2⏎                | [{"a":"1","b":"2"}]
            csv | a,b␍⏎1,2␍⏎3,4           | [{"a":"1","b":"2"},{"a":"3","b":"4"}]
            # quotes hold delimiters, line ends and doubled quotes
            csv | ~a,b⏎"1,1","x ""y"" z"~ | [{"a":"1,1","b":"x \\"y\\" z"}]
            csv | a⏎"1⏎2␍⏎3"⏎4            | [{"a":"1\\n2\\r\\n3"},{"a":"4"}]
            csv | "a b","c"⏎"",""⏎        | [{"a b":"","c":""}]
            # blanks are part of a field
            csv | ~a, b⏎ 1 ,2 ~           | [{"a":" 1 "," b":"2 "}]
            # empty fields and empty lines
            csv | a,b⏎,⏎⏎1,⏎␍⏎,2⏎⏎        | [{"a":"","b":""},{"a":"1","b":""},{"a":"","b":"2"}]
            csv | a⏎⏎""⏎1                 | [{"a":""},{"a":"1"}]
            csv | ⏎⏎a⏎1                   | [{"a":"1"}]
            # tabs
            tsv | a⇥b⏎1,2⇥"3⇥4"⏎          | [{"a":"1,2","b":"3\\t4"}]
            """)
    void rowsBecomeObjects(String format, String text, String items) {
        assertThat(Read.items(format, "-", text(text))).isEqualTo(items);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            a,b⏎1,2⏎3⏎            | 3 | 1 | line 3 has 1 fields, but the first row names 2
            a,b⏎"x⏎y",2⏎1,2,3     | 4 | 1 | line 4 has 3 fields, but the first row names 2
            a,b⏎1,2,⏎             | 2 | 1 | line 2 has 3 fields, but the first row names 2
            a,b,a⏎1,2,3           | 1 | 1 | the first row names "a" twice
            a⏎x"y                 | 2 | 2 | a quote inside a field
            ~a,b⏎1, "2"~          | 2 | 4 | a quote inside a field
            a,b⏎"1"x,2            | 2 | 4 | after a closing quote
            a,b⏎"1" ,2            | 2 | 4 | after a closing quote
            a,b⏎1,"2⏎3⏎           | 2 | 3 | the quote is not closed
            a␍b                   | 1 | 3 | a carriage return without line feed
            """)
    void aRowThatBreaksTheRulesIsNamed(String text, int line, int column, String message) {
        assertThatThrownBy(() -> Read.items("csv", "-", text(text)))
                .hasMessageContaining(message)
                .isInstanceOfSatisfying(InputInvalid.class, e -> {
                    assertThat(e.line()).isEqualTo(line);
                    assertThat(e.column()).isEqualTo(column);
                });
    }

    private static String text(String shown) {
        return shown.replace('⏎', '\n').replace('␍', '\r').replace('⇥', '\t');
    }
}

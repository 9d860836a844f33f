package dev.prodigy.lang.items;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Without a declared format, the content tells it. In the tables `⏎` is a line feed and `␍` a carriage return.
class ContentTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            # one JSON object or array
            {"a":1}                  | [{"a":1}]
            [1,[2]]                  | [1,[2]]
            []                       | []
            ~⏎ [1,⏎⏎2]⏎⏎~            | [1,2]
            {⏎"a": {}⏎}⏎             | [{"a":{}}]
            [1,2]⏎                   | [1,2]
            ~[1,2]⏎ \t⏎~             | [1,2]
            # an object or array on each line that is not blank
            {"a":1}⏎{"a":2}          | [{"a":1},{"a":2}]
            [1,2]⏎[3]⏎               | [[1,2],[3]]
            ~⏎{"a":1} ⏎⏎ [2]⏎~       | [{"a":1},[2]]
            {"a":1}␍⏎{"a":2}␍⏎       | [{"a":1},{"a":2}]
            # text lines: also what would be JSON, but no object or array
            41⏎42⏎⏎                  | ["41","42"]
            42                       | ["42"]
            true⏎null                | ["true","null"]
            "x"                      | ["\\"x\\""]
            src/a.rs⏎src/b c.rs      | ["src/a.rs","src/b c.rs"]
            x {"a":1}⏎{"a":1}        | ["x {\\"a\\":1}","{\\"a\\":1}"]
            ~a␍⏎ b ⏎~                | ["a"," b "]
            # nothing at all
            ~~                       | []
            ~⏎ ⏎~                    | []
            """)
    void theContentTellsTheFormat(String content, String items) {
        assertThat(Read.items("-", "-", text(content))).isEqualTo(items);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            [INFO] started⏎[INFO] done  | 1 | 2
            {a: 1}                      | 1 | 2
            {"a":1                      | 1 | 7
            [1,⏎2,⏎x]                   | 3 | 1
            {"a":1} {"a":2}             | 1 | 9
            {"a":1}⏎{"a":2⏎             | 2 | 7
            {"a":1}⏎⏎hello              | 3 | 1
            {"a":1}⏎42                  | 2 | 1
            [1]]⏎[2]                    | 1 | 4
            """)
    void whatBeginsLikeJsonMustBeJson(String content, int line, int column) {
        assertThatThrownBy(() -> Read.items("-", "-", text(content)))
                .hasMessageContaining("text lines that begin with { or [ need `format: lines`")
                .isInstanceOfSatisfying(InputInvalid.class, e -> {
                    assertThat(e.line()).isEqualTo(line);
                    assertThat(e.column()).isEqualTo(column);
                });
    }

    @Test
    void textLinesOfThatKindAreReadWhenDeclared() {
        assertThat(Read.items("lines", "-", "[INFO] a\n{b")).isEqualTo("[\"[INFO] a\",\"{b\"]");
    }

    @Test
    void aFirstLineTooLongForAnItemIsPartOfADocument() {
        String members = "\"m\":1,".repeat(100);
        var limits = new ItemLimits(50, 10_000);
        assertThat(Read.drain(Read.open("-", "$.last", "{" + members + "\"last\":2}\n", limits)))
                .isEqualTo("[2]");
        assertThatThrownBy(() -> Read.drain(Read.open("-", "-", "{" + members + "\"last\":2}\n{}\n", limits)))
                .isInstanceOf(InputInvalid.class);
    }

    private static String text(String shown) {
        return shown.replace('⏎', '\n').replace('␍', '\r');
    }
}

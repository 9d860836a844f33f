package dev.prodigy.lang.items;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import dev.prodigy.model.value.Value;
import java.io.StringReader;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// In the tables `⏎` is a line feed.
class YamlDocumentsTest {
    @ParameterizedTest
    @CsvSource(delimiter = '¦', quoteCharacter = '`', textBlock = """
            # the core schema
            [~, null, Null, NULL, ]      ¦ [null,null,null,null]
            [true, True, FALSE]          ¦ [true,true,false]
            [1, +1, -1, 007, 0x1F, 0o17] ¦ [1,1,-1,7,31,15]
            [1.50, .5, 1., -1.5e3]       ¦ [1.50,0.5,1,-1.5E+3]
            [yes, no, on, 1_000, 0b1]    ¦ ["yes","no","on","1_000","0b1"]
            ["1", 'true', "~"]           ¦ ["1","true","~"]
            [2001-12-14, 1:30]           ¦ ["2001-12-14","1:30"]
            - a⏎- |⏎  b⏎  c⏎- >⏎  d⏎  e⏎ ¦ ["a","b\\nc\\n","d e\\n"]
            -⏎- x                        ¦ [null,"x"]
            # explicit tags
            [! 5, !!str 5, !!int "5", !!float 5, !!bool "true", !!null ""] ¦ ["5","5",5,5,true,null]
            [!!seq [1], !!map {a: 1}]    ¦ [[1],{"a":1}]
            # keys keep their spelling
            [{1: a, 0x1: b, ~: c, true: d}] ¦ [{"1":"a","0x1":"b","~":"c","true":"d"}]
            [{<<: {a: 1}, b: 2}]         ¦ [{"<<":{"a":1},"b":2}]
            # aliases
            [&x {a: 1}, *x, {b: *x}]     ¦ [{"a":1},{"a":1},{"b":{"a":1}}]
            [&x 1, &x 2, *x]             ¦ [1,2,2]
            """)
    void scalarsHaveTheValuesOfTheCoreSchema(String yaml, String items) {
        assertThat(Read.items("yaml", "-", text(yaml))).isEqualTo(items);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            a: 1⏎b: 2⏎a: 3          | 3 | 1 | the key "a" is there twice
            - {a: 1, 'a': 2}        | 1 | 10 | the key "a" is there twice
            ? [a]⏎: 1               | 1 | 3 | a key must be a plain or quoted text
            - .inf                  | 1 | 3 | .inf has no equal in JSON
            - -.INF                 | 1 | 3 | -.INF has no equal in JSON
            - .nan                  | 1 | 3 | .nan has no equal in JSON
            - 1e99999               | 1 | 3 | 1e99999 has no equal in JSON
            - 1e99999999999         | 1 | 3 | 1e99999999999 has no equal in JSON
            - !!int x               | 1 | 3 | "x" has no equal in JSON
            - !!bool 1              | 1 | 3 | "1" has no equal in JSON
            - !!binary aGk=         | 1 | 3 | has no equal in JSON
            - !mine x               | 1 | 3 | !mine "x" has no equal in JSON
            - !!set {a}             | 1 | 3 | has no equal in JSON
            - !!omap [a: 1]         | 1 | 3 | has no equal in JSON
            - *x                    | 1 | 3 | *x has no anchor before it
            - &x [*x]               | 1 | 7 | *x has no anchor before it
            &x 1⏎---⏎*x             | 3 | 1 | *x has no anchor before it
            """)
    void whatHasNoEqualInJsonIsNamed(String yaml, int line, int column, String message) {
        assertThatThrownBy(() -> Read.items("yaml", "-", text(yaml)))
                .hasMessageContaining(message)
                .isInstanceOfSatisfying(InputInvalid.class, e -> {
                    assertThat(e.line()).isEqualTo(line);
                    assertThat(e.column()).isEqualTo(column);
                });
    }

    @Test
    void aliasesMultiplyOnlySoFar() {
        var bomb = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
        for (int i = 1; i < 40; i++) {
            bomb.append("a%d: &a%d [%s]\n".formatted(i, i, ("*a" + (i - 1) + ", ").repeat(10)));
        }
        assertThatThrownBy(() -> Read.items("yaml", "-", bomb.toString()))
                .isInstanceOf(InputInvalid.class)
                .hasMessageContaining("aliases stand for more than");
    }

    @Timeout(60)
    @ParameterizedTest
    @ValueSource(strings = {"[", "{a: ", "- ", "? ", "[a, "})
    void nestingIsLimited(String opening) {
        assertThatThrownBy(() -> Read.items("yaml", "-", opening.repeat(200_000)))
                .isInstanceOf(InputInvalid.class);
    }

    @Test
    void aNumberIsNotOfAnyLength() {
        assertThatThrownBy(() -> Read.items("yaml", "-", "- " + "1".repeat(1001)))
                .isInstanceOf(InputInvalid.class)
                .hasMessageContaining("longer than 1000 characters");
    }

    @Test
    @Timeout(60)
    void aLineIsNotOfAnyLength() {
        assertThatThrownBy(() -> Read.items("yaml", "-", "- a\n- " + "x".repeat(3 << 20)))
                .hasMessageContaining("a line longer than")
                .isInstanceOfSatisfying(
                        InputInvalid.class, e -> assertThat(e.line()).isEqualTo(2));
    }

    private static String text(String shown) {
        return shown.replace('⏎', '\n');
    }

    @Test
    void aLongLineTakesTimeByItsLength() {
        var line = "a".repeat(9 << 20);
        var documents = assertTimeout( // the square takes a minute
                Duration.ofSeconds(20), () -> YamlDocuments.read(new StringReader("- " + line + "\n- b\n")));
        assertThat(documents).containsExactly(Value.ofTexts(List.of(line, "b")));
    }
}

package dev.prodigy.lang.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prodigy.model.value.Value;
import java.io.ByteArrayInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "{\"b\":[1,2.50,-3],\"a\":{\"x\":\"q\\\"\\n\"},\"n\":null,\"t\":true}",
                "[]",
                "12345678901234567890123",
                "\"\\u0000\""
            })
    void whatIsReadIsWrittenAgain(String text) {
        assertThat(Json.write(Json.parse(text))).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "{", "[1,]", "{\"a\":1}{", "1 2", "nul", "007", "{a:1}", "1e99999", "// c\n1"})
    void anythingElseIsRefused(String text) {
        assertThatThrownBy(() -> Json.parse(text)).isInstanceOf(JsonSyntax.class);
        assertThat(Json.tryParse(text)).isNull();
    }

    @Test
    void theFailureNamesItsPlace() {
        assertThatThrownBy(() -> Json.parse("{\n  \"a\": x}")).satisfies(e -> {
            assertThat(((JsonSyntax) e).line()).isEqualTo(2);
            assertThat(((JsonSyntax) e).column()).isBetween(8, 9);
        });
    }

    /// What a user reads of it, with nothing of the library's.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            {                   | line 1, column 2: the text ends inside an object
            {"a":[1,            | line 1, column 9: the text ends too early
            [1                  | line 1, column 3: the text ends inside a list
            ["a                 | line 1, column 4: the text ends inside a string
            {"a                 | line 1, column 4: the text ends inside a name
            {"a"                | line 1, column 5: the text ends too early
            {"a":               | line 1, column 6: the text ends too early
            ["\\u12             | line 1, column 7: the text ends inside a string
            {a:1}               | line 1, column 2: unexpected `a`: a name in double quotes was expected
            {"a" 1}             | line 1, column 6: unexpected `1`: a colon was expected
            [1 2]               | line 1, column 4: unexpected `2`: a comma was expected
            {"a":1 "b":2}       | line 1, column 8: unexpected `"`: a comma was expected
            {"a":1,}            | line 1, column 8: unexpected `}`: a name in double quotes was expected
            [1,]                | line 1, column 4: unexpected `]`: a value was expected
            [}                  | line 1, column 2: `}` closes what `[` opened
            {]                  | line 1, column 2: `]` closes what `{` opened
            -x                  | line 1, column 2: unexpected `x`: a digit was expected
            1.x                 | line 1, column 2: unexpected `x`: a digit was expected
            007                 | line 1, column 2: a number begins with a needless zero
            nul                 | line 1, column 1: `nul` is no JSON value; a text stands in double quotes
            'a'                 | line 1, column 1: unexpected `'`: a value was expected
            ["\\x"]             | line 1, column 4: `\\x` is no escape
            ["\t"]              | line 1, column 3: a control character (code 9) stands in a string unescaped
            1x                  | line 1, column 2: unexpected `x`: white space was expected
            // c                | line 1, column 1: unexpected `/`
            nully               | line 1, column 1: a word is no JSON value; a text stands in double quotes
            None                | line 1, column 1: `None` is no JSON value; a text stands in double quotes
            [NaN]               | line 1, column 5: `NaN` is no JSON value; a text stands in double quotes
            1 2                 | line 1, column 3: more than one JSON document
            ~~                  | line 1, column 1: no JSON document
            """)
    void theFailureIsSaidInPlainWords(String text, String fault) {
        assertThat(Json.fault(text)).isEqualTo(fault);
    }

    @Test
    void limitsAreSaidInPlainWords() {
        assertThat(Json.fault("[".repeat(501))).endsWith(": it is nested deeper than 500");
        assertThat(Json.fault("1".repeat(10_001))).endsWith(": a number has more than 10000 characters");
        assertThat(Json.fault("[\u0000]")).endsWith(": a control character (code 0) stands outside of a string");
        assertThatThrownBy(() -> Json.parse(new ByteArrayInputStream(new byte[] {'"', (byte) 0xff, '"'})))
                .hasMessage("the text is not valid UTF-8");
    }

    @Test
    void deepNestingIsRefusedNotAnOverflow() {
        assertThatThrownBy(() -> Json.parse("[".repeat(100_000))).isInstanceOf(JsonSyntax.class);
    }

    @Test
    void aHugeStringIsReadWhole() {
        assertThat(Json.parse("\"" + "x".repeat(30_000_000) + "\"")).isInstanceOf(Value.Text.class);
    }
}

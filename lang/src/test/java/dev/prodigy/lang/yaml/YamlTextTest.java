package dev.prodigy.lang.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.Value;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class YamlTextTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "~",
                "0644",
                "007",
                "0x1F",
                "+1",
                ".5",
                "0o17",
                "1e3",
                "-",
                "- a",
                "a: b",
                "a #b",
                "true",
                "No",
                "on",
                "null",
                "",
                " ",
                "  a",
                "a ",
                "\ta",
                "a\nb",
                "a\n\nb\n",
                "\n",
                "a\n ",
                "é",
                "日本",
                "'",
                "\"",
                "{a}",
                "[a]",
                "&a",
                "*a",
                "!a",
                "|",
                ">",
                "%a",
                "@a",
                "`a`",
                "---",
                "...",
                "2026-01-02",
                "a\r\nb",
                "\u0000",
                "\u0085",
                "\u2028",
                "<<",
                "=",
                "?",
                "? a",
                ".inf",
                ".nan",
                "1_000",
                "12:30:45",
                "a: ",
                "#",
                "path/to/file.txt",
                "two words"
            })
    void aTextIsReadBackAsItWas(String text) {
        var members = new LinkedHashMap<String, Value>();
        members.put("member", Value.of(text));
        members.put(text, Value.of(1));
        var value = new Value.Fields(members);
        assertThat(YamlText.parse(YamlText.write(value))).isEqualTo(value);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            abc       | a: abc
            two words | a: two words
            0644      | a: '0644'
            ~         | a: '~'
            yes       | a: 'yes'
            """)
    void onlyWhatCouldBeTakenForSomethingElseIsQuoted(String text, String written) {
        assertThat(YamlText.write(new Value.Fields(Map.of("a", Value.of(text)))))
                .isEqualTo(written + "\n");
    }

    /// As JSON keeps it (spec 01 §2).
    @ParameterizedTest
    @CsvSource({"1.10,1.10", "5,5", "5.0,5.0", "-0.50,-0.50", "1.5e3,1.5E+3", "1e3,1.0E+3", "1e-9,1.0E-9"})
    void numbersKeepTheirSpelling(String number, String written) {
        var json = Json.parse("{\"a\": " + number + "}");
        assertThat(YamlText.write(json)).isEqualTo("a: " + written + "\n");
        assertThat(YamlText.write(YamlText.parse("a: " + number))).isEqualTo("a: " + written + "\n");
        assertThat(YamlText.parse(YamlText.write(json))).isEqualTo(json);
    }

    @ParameterizedTest
    @ValueSource(strings = {".inf", ".nan", "1e100000"})
    void whatNoNumberSaysIsNull(String number) {
        assertThat(YamlText.write(YamlText.parse("a: " + number))).isEqualTo("a: null\n");
    }

    @Test
    void equalValuesAreWrittenEachInItsPlace() {
        var text = Value.of("text");
        var shared = new Value.Items(List.of(text));
        var none = new Value.Items(List.of());
        var written = YamlText.write(new Value.Items(List.of(shared, shared, none, none, text, text)));
        assertThat(written).isEqualTo("- - text\n- - text\n- []\n- []\n- text\n- text\n");
    }

    @Test
    void linesStayLines() {
        assertThat(YamlText.write(new Value.Fields(Map.of("a", Value.of("one\ntwo\n")))))
                .isEqualTo("a: |\n  one\n  two\n");
    }

    /// YAML 1.2, core schema (spec 01 §1), as in a workflow file.
    @ParameterizedTest
    @CsvSource({
        "~, null",
        "NULL, null",
        "True, true",
        "FALSE, false",
        "0x1F, 31",
        "0o17, 15",
        "+5, 5",
        "0644, 644",
        ".5, 0.5"
    })
    void scalarsAreReadByTheCoreSchema(String written, String value) {
        assertThat(YamlText.parse("a: " + written + "\n")).isEqualTo(Json.tryParse("{\"a\":" + value + "}"));
    }

    @Test
    void aLongLineTakesTimeByItsLength() {
        var line = "a".repeat(9 << 20);
        var value = assertTimeout(Duration.ofSeconds(20), () -> YamlText.parse("a: " + line)); // the square: a minute
        assertThat(value).isEqualTo(new Value.Fields(Map.of("a", Value.of(line))));
    }
}

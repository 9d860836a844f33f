package dev.prodigy.engine.step;

import static dev.prodigy.engine.step.StepMaker.shell;
import static dev.prodigy.engine.step.StepMaker.writeFile;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.engine.step.result.Outcome;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.step.CaptureFormat;
import dev.prodigy.model.step.FileFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Spec 01 §2, `write_file`.
class WriteFileTest {

    private static String read(Play play, String path) {
        return play.tree().read(play.tree().directory(), path);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            TEXT | `a ${item.v} $x`        | `a data $x`
            JSON | `{"b":1,"a":[1,"x"]}`   | `{\\n  "b": 1,\\n  "a": [\\n    1,\\n    "x"\\n  ]\\n}\\n`
            YAML | `{"b": 1, "a": [1, x]}` | `b: 1\\na:\\n- 1\\n- x\\n`
            """)
    void theContentIsWrittenInItsFormat(FileFormat format, String content, String expected) {
        var play = Play.bare().item(Json.parse("{\"v\": \"data\"}")).run(writeFile("f", content, format));
        assertThat(read(play, "f")).isEqualTo(expected.replace("\\n", "\n"));
        assertThat(play.last().product().output())
                .isEqualTo("Wrote " + read(play, "f").length() + " bytes to f");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            JSON | `{"a":`  | VALIDATION_ERROR
            YAML | `a: [`   | VALIDATION_ERROR
            """)
    void whatDoesNotParseWritesNothing(FileFormat format, String content, String code) {
        var play = Play.of(writeFile("f", content, format)).ended(Outcome.FAILED);
        assertThat(play.last().error().code()).isEqualTo(code);
        assertThat(read(play, "f")).isNull();
    }

    /// A number is written as it is in a text (spec 01 §8.3); what stands in the file keeps its spelling.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            TEXT | ${n}            | 12.5
            JSON | ${n}            | `12.5\n`
            YAML | ${n}            | `12.5\n`
            JSON | ${item.w}       | `[\n  7.1\n]\n`
            JSON | `{"n": ${n}}`   | `{\n  "n": 12.5\n}\n`
            JSON | `{"n": 1.10}`   | `{\n  "n": 1.10\n}\n`
            """)
    void aNumberIsWrittenInOneWay(FileFormat format, String content, String expected) {
        var play = Play.bare()
                .item(Json.parse("{\"w\": [7.10]}"))
                .run(shell("echo 12.50").capture("n", CaptureFormat.NUMBER), writeFile("f", content, format));
        assertThat(read(play, "f")).isEqualTo(expected.replace("\\n", "\n"));
    }

    @Test
    void aPathLeadsNeverUp() {
        Play.bare()
                .item(Json.parse("{\"v\": \"../up\"}"))
                .run(writeFile("${item.v}", "x", FileFormat.TEXT))
                .ended(Outcome.FAILED);
    }

    @Test
    void aDataPathStaysInTheTree() {
        var play = Play.bare()
                .item(Json.parse("{\"v\": \"/etc/passwd\"}"))
                .run(writeFile("${item.v}", "x", FileFormat.TEXT))
                .ended(Outcome.FAILED);
        assertThat(play.last().error().message()).contains("working tree");
    }

    @Test
    void aMissingParentFailsTheStep() {
        Play.of(writeFile("no/such/f", "x", FileFormat.TEXT)).ended(Outcome.FAILED);
    }

    @Test
    void itsResultIsReadLikeAnyOther() {
        var play = Play.of(
                writeFile("f", "four", FileFormat.TEXT).id("w"),
                shell("echo ${w.output} ${write_file.exit_code} ${last.success}"));
        assertThat(play.printed()).isEqualTo("Wrote 4 bytes to f 0 true\n");
    }
}

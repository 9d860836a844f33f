package dev.prodigy.engine.step;

import static dev.prodigy.engine.step.HandlerMaker.handler;
import static dev.prodigy.engine.step.StepMaker.shell;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.engine.step.result.Attempted;
import dev.prodigy.engine.step.result.CaptureReader;
import dev.prodigy.engine.step.result.Outcome;
import dev.prodigy.engine.step.result.Product;
import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.step.CaptureFormat;
import dev.prodigy.model.step.Captures;
import dev.prodigy.model.value.Unstored;
import dev.prodigy.model.value.Value;
import dev.prodigy.testkit.program.ScriptedAnswer;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Spec 01 §3: what a capture is made of, and which name it gets.
class CapturesTest {

    @ParameterizedTest
    @CsvSource(quoteCharacter = '`', delimiter = '|', textBlock = """
            string  | `  a b \\n\\r\\n\\n`          | "  a b \\n\\r"
            json    | ` {"a": [1, 2.50]}\\n`       | {"a":[1,2.50]}
            json    | `~~~json\\n[1]\\n~~~\\n`      | [1]
            lines   | `a\\r\\nb\\n`                 | ["a","b"]
            lines   | `a\\n\\nb\\n\\n`               | ["a","","b",""]
            lines   | ``                          | []
            lines   | `\\n`                        | [""]
            number  | ` 1.5e3 \\n`                 | 1.5E+3
            number  | `-7`                        | -7
            boolean | ` TRUE\\n`                   | true
            boolean | `on`                        | true
            boolean | `No\\n`                      | false
            boolean | `0`                         | false
            boolean | `perhaps`                   | true
            """)
    void anOutputBecomesTheValueOfItsFormat(String format, String printed, String expected) {
        var play = Play.bare();
        var text = printed == null
                ? ""
                : printed.replace("\\n", "\n").replace("\\r", "\r").replace("~~~", "```");
        play.shell().on("it", ScriptedAnswer.exit(0).printing(text));
        play.run(shell("it").capture("x", CaptureFormat.valueOf(format.toUpperCase(Locale.ROOT))));
        assertThat(Json.write(play.last().captured())).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"JSON,{", "NUMBER,12a"})
    void aCaptureOfTheDefaultNamesMustParseToo(CaptureFormat format, String printed) {
        var play = Play.bare();
        play.shell().on("it", ScriptedAnswer.line(printed), ScriptedAnswer.line("5"));
        play.run(
                        shell("it").captureByDefaultNames(format).retry(2, Duration.ofSeconds(1)),
                        shell("echo ${last.output}"))
                .ran("it", 2)
                .ended(Outcome.SUCCEEDED);
        assertThat(play.printed()).isEqualTo("5\n");

        var failed = Play.bare();
        failed.shell().on("it", ScriptedAnswer.line(printed));
        failed.run(shell("it").captureByDefaultNames(format)).ended(Outcome.FAILED);
        assertThat(failed.last().error().code()).isEqualTo("CAPTURE_FAILED");
    }

    @ParameterizedTest
    @CsvSource({"JSON,{", "JSON,''", "NUMBER,12a", "NUMBER,''", "NUMBER,0x10"})
    void whatDoesNotParseFailsTheExecutionAndIsTriedAgain(CaptureFormat format, String printed) {
        var play = Play.bare();
        play.shell().on("it", ScriptedAnswer.line(printed), ScriptedAnswer.line(printed), ScriptedAnswer.line("5"));
        play.run(shell("it").capture("x", format).retry(3, Duration.ofSeconds(1)))
                .ran("it", 3)
                .ended(Outcome.SUCCEEDED);
        assertThat(play.last().captured()).isEqualTo(Json.parse("5"));

        var failed = Play.bare();
        failed.shell().on("it", ScriptedAnswer.line(printed));
        failed.run(shell("it").capture("x", format)).ended(Outcome.FAILED);
        assertThat(failed.last().error().code()).isEqualTo("CAPTURE_FAILED");
        assertThat(failed.last().error().category().word()).isEqualTo("validation");
    }

    /// What is a number, only too long, is told so (spec 00, "Errors that people read").
    @ParameterizedTest
    @CsvSource({"1500,more than 500 digits", "501,more than 500 digits", "500,''"})
    void aNumberOfTooManyDigitsSaysWhatTheLimitIs(int digits, String told) {
        var play = Play.bare();
        play.shell().on("it", ScriptedAnswer.line("7".repeat(digits)));
        play.run(shell("it").capture("x", CaptureFormat.NUMBER));

        if (told.isEmpty()) {
            assertThat(Json.write(play.last().captured())).hasSize(digits);
        } else {
            assertThat(play.last().error().message()).contains(told, "capture_format: string");
        }
    }

    @Test
    void aFailedStepIsCapturedTooAndWhatDoesNotParseIsNull() {
        var play = Play.of(
                shell("echo no number; exit 3")
                        .capture("n", CaptureFormat.NUMBER)
                        .continueOnError(),
                shell("echo maybe; exit 3").capture("b", CaptureFormat.BOOLEAN).continueOnError(),
                shell("echo said; exit 3").capture("s").continueOnError(),
                shell("echo '[${n}]' ${b} ${s} ${s.exit_code} ${s.success}"));
        assertThat(play.printed()).isEqualTo("[] false said 3 false\n");
    }

    @Test
    void theStreamsAreChosenAndMembersLeftOut() {
        var both = new Captures.Streams(true, true, true, true, true);
        var onlyErr = new Captures.Streams(false, true, false, false, false);
        var play = Play.bare();
        play.shell().on("it", ScriptedAnswer.exit(0).printing("out\n").complaining("err\n"));
        play.run(
                shell("it").capture("b").streams(both),
                shell("it").capture("e").streams(onlyErr),
                shell("echo \"${b}\" ${e} ${e.exit_code:-gone} ${e.success:-gone} ${e.duration:-gone}"));
        assertThat(play.printed()).isEqualTo("out\nerr err gone gone gone\n");
    }

    @Test
    void aMemberOfAJsonValueWinsAndAStringThatIsJsonCanBeWalkedInto() {
        var play = Play.bare();
        play.shell().on("it", ScriptedAnswer.line("{\"exit_code\": 9, \"a\": [{\"b\": 1}]}"));
        play.run(
                shell("it").capture("j", CaptureFormat.JSON),
                shell("it").capture("s"),
                shell("echo ${j.exit_code} ${j.success} ${j.a[-1].b} ${s.a[0].b}"));
        assertThat(play.printed()).isEqualTo("9 true 1 1\n");
    }

    @Test
    void moreThanSixteenMebibytesFailACaptureAndNothingElse() {
        var play = Play.bare();
        play.shell().on("it", ScriptedAnswer.exit(0).printing("x".repeat((16 << 20) + 1)));
        play.run(shell("it")
                        .capture("x")
                        .onFailure(handler(shell("echo ${error.code}")).attempts(1)))
                .ended(Outcome.FAILED);
        assertThat(play.last().error().code()).isEqualTo("OUTPUT_TOO_LARGE");
        assertThat(play.last().error().category().word()).isEqualTo("validation");

        var without = Play.bare();
        without.shell().on("it", ScriptedAnswer.exit(0).printing("x".repeat((16 << 20) + 1)));
        without.run(shell("it")).ended(Outcome.SUCCEEDED);
    }

    @Test
    void aStepThatCapturesNothingLeavesTheDefaultNamesAlone() {
        var play = Play.of(
                shell("echo one"),
                shell("echo two").captureNothing().id("two"),
                shell("echo ${shell.output} ${last.output} ${two.output}"));
        assertThat(play.printed()).isEqualTo("one one two\n");
    }

    @Test
    void aCaptureIsOwnedFromTheStepAfterTheOneThatMakesIt() {
        var play = Play.bare();
        play.shell().on("echo ${count}", ScriptedAnswer.line("the shell's"));
        play.run(shell("echo ${count}").capture("count"), shell("echo ${count}"));
        assertThat(play.texts().getFirst()).isEqualTo("echo ${count}");
        assertThat(play.texts().getLast()).isNotEqualTo("echo ${count}");
        assertThat(play.printed()).isEqualTo("the shell's\n");
    }

    @Test
    void theNameOfAChangedFileMayDependOnAVariable() {
        var play = Play.bare().name("kind", Binding.data(Value.of("rs")));
        play.run(shell("touch new.rs").id("s").outputPattern("file", "*.${kind}"), shell("echo ${s.file}"));
        assertThat(play.printed()).isEqualTo("new.rs\n");
    }

    @Test
    void theSelectedStreamsOfTheLastExecutionAreWrittenFailedOrNot() {
        var play = Play.of(shell("echo bad; exit 1").outputFile("logs/it.log").continueOnError());
        assertThat(play.tree().read(play.tree().directory(), "logs/it.log")).isEqualTo("bad\n");
        play = Play.of(shell("echo good").outputFile("logs/it.log"));
        assertThat(play.tree().read(play.tree().directory(), "logs/it.log")).isEqualTo("good\n");
    }

    /// What an earlier process journaled without its secret is of every format until somebody reads it (spec 05 §9).
    @ParameterizedTest
    @EnumSource(CaptureFormat.class)
    void whatWasNotStoredIsHandedOn(CaptureFormat format) {
        var captures = new Captures("x", true, format, Captures.Streams.STDOUT, null, Map.of());
        var stored = (Value.Text) Unstored.mark(Value.of("***\n"), "earlier");
        var read = CaptureReader.read(captures, Attempted.by(Product.of(stored.text(), 0), null));
        assertThat(read.trouble()).isNull();
        assertThat(Unstored.step(read.value())).isEqualTo("earlier");
    }
}

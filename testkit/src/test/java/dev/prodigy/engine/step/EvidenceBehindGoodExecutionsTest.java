package dev.prodigy.engine.step;

import static dev.prodigy.engine.step.StepMaker.items;
import static dev.prodigy.engine.step.StepMaker.shell;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.engine.signature.Signature;
import dev.prodigy.engine.step.result.Outcome;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.step.CaptureFormat;
import dev.prodigy.model.step.Commits;
import dev.prodigy.model.step.Validation;
import dev.prodigy.model.value.Value;
import dev.prodigy.testkit.program.ScriptedAnswer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Spec 00 and 02 §2.1: a failure that is found behind a good execution names what that execution left.
class EvidenceBehindGoodExecutionsTest {
    private static final Commits REQUIRED = new Commits(true, false, null);

    static Stream<StepMaker> found() {
        return Stream.of(
                shell("it").commits(REQUIRED),
                shell("it").capture("x", CaptureFormat.JSON),
                shell("it").outputPattern("x", "*.none"),
                shell("it")
                        .validate(path -> new Validation(
                                StepMaker.list(path + ".commands", shell("exit 1")), null, 100, null, null, null)),
                StepMaker.foreach(items("a"), shell("it")).commits(REQUIRED));
    }

    private static ErrorRecord failing(StepMaker step) {
        var play = Play.bare();
        play.shell()
                .on(
                        "it",
                        ScriptedAnswer.exit(0).printing("line one\nline two\n").complaining("warn\n"));
        return play.run(step).ended(Outcome.FAILED).last().error();
    }

    @ParameterizedTest
    @MethodSource("found")
    void theErrorHasOutputLogAndExitCode(StepMaker step) {
        var error = failing(step);
        assertThat(error.evidence().exitCode()).isZero();
        assertThat(error.evidence().outputTail()).isEqualTo("warn\nline one\nline two");
        assertThat(error.evidence().output().evident()).isEqualTo("warn");
        assertThat(error.evidence().log()).isNotNull();
        assertThat(error.evidence().output().logs()).isNotEmpty();
    }

    @Test
    void theSignatureIsThatOfTheMessage() {
        var error = failing(shell("it").commits(REQUIRED));
        assertThat(error.signature())
                .isEqualTo(Signature.of(error, Value.Null.NULL).id());
        assertThat(error.message()).doesNotContain("warn");
    }
}

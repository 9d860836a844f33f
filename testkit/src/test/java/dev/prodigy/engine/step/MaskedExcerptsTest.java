package dev.prodigy.engine.step;

import static dev.prodigy.engine.step.StepMaker.claude;
import static dev.prodigy.engine.step.StepMaker.shell;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.engine.signature.Signature;
import dev.prodigy.model.error.ErrorJson;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.value.Value;
import dev.prodigy.testkit.program.ScriptedAnswer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Secrets are masked before anything is cut, joined or normalised (spec 02 §11).
class MaskedExcerptsTest {
    private static final String SECRET = "canary first-9f86d081  second-half-00";

    private static ErrorRecord failing(ScriptedAnswer answer) {
        var play = PlainAgent.giving(answer);
        play.world().conceal(SECRET, true);
        return play.run(claude("do it")).last().error();
    }

    private static void assertMasked(ErrorRecord error) {
        assertThat(ErrorJson.write(error).toString()).doesNotContain("canary", "second-half", "9f86");
        assertThat(Signature.of(error, Value.Null.NULL).normalised()).doesNotContain("canary", "second-half");
    }

    /// Wherever the cut of a message (2 KiB) or of a tail (4 KiB) falls.
    @ParameterizedTest
    @ValueSource(ints = {2000, 2005, 2012, 2020, 2030, 4060, 4070, 4080, 4090})
    void aSecretAtACutShowsNoHalf(int before) {
        assertMasked(failing(ScriptedAnswer.exit(1).complaining("x".repeat(before) + SECRET + "\n")));
        assertMasked(failing(ScriptedAnswer.exit(1).complaining(SECRET + "y".repeat(before) + "\n")));
    }

    @Test
    void aSecretIsMaskedBeforeItsBlanksAreJoined() {
        assertMasked(failing(ScriptedAnswer.exit(1).complaining("it said " + SECRET + "\n")));
    }

    @Test
    void aCommandIsMaskedBeforeItIsCut() {
        for (int before = 4096 - SECRET.length(); before <= 4096; before += 4) {
            var play = Play.bare();
            play.world().conceal(SECRET, true);

            play.run(shell(": " + "x".repeat(before - 2) + SECRET));

            assertThat(play.events(StepEvent.Started.class).getFirst().command())
                    .doesNotContain("canary", "second-half");
        }
    }
}

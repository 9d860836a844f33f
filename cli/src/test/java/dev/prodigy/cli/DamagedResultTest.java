package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Commands that tell of a run whose items' results are damaged: what is valid is shown, then the damage (spec 05
/// §5.4).
class DamagedResultTest {
    @NewDesk
    Desk desk;

    private DamagedRun run;

    @BeforeEach
    void aRun() throws IOException {
        run = DamagedRun.on(desk);
    }

    private void spoil() throws IOException {
        run.spoil(DamagedRun.RESULTS, "299", "298");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "metrics last",
                "metrics last --prometheus",
                "checkpoints list last",
                "runs show last",
                "status last",
                "dlq list last"
            })
    void isToldBehindWhatIsValid(String command) throws IOException {
        var before = desk.call(command);
        spoil();

        var after = desk.call(command);

        assertThat(after.exitCode()).as("%s", after).isEqualTo(75);
        assertThat(after.err()).contains("the journal is damaged", "results-1.jsonl");
        assertThat(after.out()).isEqualTo(before.out());
    }

    @Test
    void isInTheDocumentOfTheMetrics() throws IOException {
        spoil();

        var said = desk.call("metrics last -o json");

        assertThat(said.exitCode()).as("%s", said).isEqualTo(75);
        assertThat(said.at("error.code")).isEqualTo("journal_damaged");
        assertThat(said.out()).contains("\"outcome\":\"successful\"},\"value\":2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"checkpoints validate last", "checkpoints validate last --repair"})
    void keepsACheckpointFromBeingValidated(String command) throws IOException {
        spoil();

        var said = desk.call(command + " -o json");

        assertThat(said.exitCode()).as("%s", said).isEqualTo(75);
        assertThat(said.at("error.message")).contains("results-1.jsonl");
    }
}

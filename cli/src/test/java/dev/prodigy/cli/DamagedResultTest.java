package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Commands that tell of a run whose items' results are damaged: what is valid is shown, then the damage (spec 05
/// §5.4).
class DamagedResultTest {
    @NewDesk
    Desk desk;

    private Path results;

    @BeforeEach
    void aRun() throws IOException {
        desk.file("flow.yml", """
                mode: mapreduce
                map:
                  input: [1, 2, 3]
                  agent_template:
                    - {shell: 'seq 300; test ${item} != 2', capture_output: lines}
                """);
        assertThat(desk.call("run flow.yml -q").exitCode()).isEqualTo(3);
        try (var files = Files.walk(desk.home().resolve("events"))) {
            results = files.filter(file -> file.endsWith("results-1.jsonl"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private void spoil() throws IOException {
        Files.writeString(results, Files.readString(results).replace("299", "298"));
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

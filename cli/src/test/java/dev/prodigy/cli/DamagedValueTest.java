package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.runtime.home.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Commands that tell of a run of which a large captured value is damaged: what is valid before it is shown, then the
/// damage (spec 05 §5.4).
class DamagedValueTest {
    @NewDesk
    private Desk desk;

    private String run;

    @BeforeEach
    void aRunWithoutARecord() throws IOException {
        desk.with("PRODIGY_ISOLATION", "none").file("flow.yml", """
                commands:
                  - {shell: seq 9000, capture: large}
                  - {shell: 'test -n "${large}"'}
                """);
        run = desk.call("run flow.yml -o json", 0).at("run_id");
        try (var files = Files.walk(desk.home().resolve("events"))) {
            Path values = files.filter(file -> file.endsWith("results-1.jsonl"))
                    .findFirst()
                    .orElseThrow();
            Files.writeString(values, Files.readString(values).replace("8999", "8998"));
        }
        Folders.delete(desk.home().resolve("sessions"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"runs ls", "runs show last", "status last"})
    void whatIsValidBeforeItIsShown(String words) {
        var said = desk.call(words, 75);

        assertThat(said.out()).contains(run, "flow");
        assertThat(said.err()).contains("the journal is damaged", "results-1.jsonl");
    }

    @ParameterizedTest
    @ValueSource(strings = {"checkpoints show last", "resume last"})
    void nothingIsMadeOfWhatLiesBehindIt(String words) {
        assertThat(desk.call(words + " -o json", 75).at("error.code")).isEqualTo("journal_damaged");
    }
}

package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `prodigy events search` and the fields that it looks into (spec 05 §2.4).
class EventSearchTest {
    @TempDir
    Path folder;

    private Desk desk;

    @BeforeEach
    void run() throws IOException {
        desk = new Desk(folder).file("w.yml", "commands: [{shell: exit 7}]");
        assertThat(desk.call("run w.yml").exitCode()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "EXIT_7, error.code, true",
        "EXIT_7, 'seq,error.code', true",
        "EXIT_7, error, true",
        "EXIT_7, error.category, false",
        "command_failed, error.category, true",
        "workflow_failed, event_type, true",
        "^1$, 'cause,seq', true",
        "Z$, timestamp, true",
    })
    void aFieldMayLieInAnother(String regex, String fields, boolean found) {
        var said = desk.call("events search " + regex + " last --fields " + fields + " -o json");

        assertThat(said.exitCode()).isZero();
        assertThat(!said.at("total").equals("0")).as("%s", said).isEqualTo(found);
        assertThat(said.err()).doesNotContain("no event has");
    }

    @Test
    void aFieldThatNoEventHasIsTold() {
        var said = desk.call("events search x last --fields sequence,eror,error.cod");

        assertThat(said.exitCode()).isZero();
        assertThat(said.err())
                .contains(
                        "no event has a field `sequence`",
                        "no event has a field `eror`; did you mean error?",
                        "no event has a field `error.cod`");
    }
}

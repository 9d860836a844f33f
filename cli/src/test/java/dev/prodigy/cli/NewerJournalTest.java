package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Commands that read a journal which a newer version has written on (spec 05 §5.4).
class NewerJournalTest extends RunToBreak {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "status",
                "runs show",
                "runs ls",
                "progress",
                "logs",
                "dlq list",
                "events",
                "checkpoints show last"
            })
    void whatANewerVersionAddedIsPassedOver(String words) throws IOException {
        append("gadget_seen", "");

        var said = desk.call(words);

        assertThat(said.exitCode()).as("%s", said).isZero();
        if (words.startsWith("status")) {
            assertThat(said.out()).contains("completed_with_failures", "1 successful, 1 failed");
            assertThat(said.err()).contains("unknown type gadget_seen");
        }
    }

    /// Its journal is not written on, and its views stay what that version made them.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "resume last --force",
                "resume last --force --dry-run",
                "dlq retry last",
                "dlq clear last --yes",
                "skip last 2",
                "checkpoints validate last --repair"
            })
    void nobodyWritesBehindWhatHeDoesNotUnderstand(String words) throws IOException {
        append("gadget_seen", "");
        assertThat(desk.call("status").exitCode()).isZero();
        var before = Files.readString(journal);
        var checkpoint = checkpoint();

        var said = desk.call(words);

        assertThat(said.exitCode()).as("%s", said).isEqualTo(75);
        assertThat(said.err()).contains("gadget_seen", "newer version");
        assertThat(Files.readString(journal)).isEqualTo(before);
        assertThat(checkpoint()).isEqualTo(checkpoint);
    }

    @Test
    void whatMayBeIgnoredKeepsNobodyFromGoingOn() throws IOException {
        append("gadget_seen", ",\"optional\":true");
        var said = desk.call("dlq retry last");
        assertThat(said.exitCode()).as("%s", said).isEqualTo(3);
    }
}

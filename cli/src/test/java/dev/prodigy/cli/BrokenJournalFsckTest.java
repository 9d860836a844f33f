package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.runtime.home.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `fsck` of a journal that is damaged or cut (spec 05 §2.8, §5.4).
class BrokenJournalFsckTest extends RunToBreak {
    @Test
    void aSalvageThatNobodyConfirmedIsNotMade() throws IOException {
        damage("agent_started");
        var run = String.valueOf(journal.getParent().getFileName());
        assertThat(desk.call("resume last").err()).contains("prodigy fsck " + run + " --salvage");

        var said = desk.call("fsck last --salvage -o json");

        assertThat(said.exitCode()).isEqualTo(1);
        assertThat(said.err()).contains("not_confirmed", "--yes");
    }

    @Test
    void viewsThatAreAheadOfADamagedJournalAreStale() throws IOException {
        damage("agent_started");
        var checkpoint = checkpoint();

        var said = desk.call("fsck last -o json");

        assertThat(said.exitCode()).isEqualTo(1);
        assertThat(said.at("runs.0.views.stale")).contains("checkpoint.json", "sessions/");
        assertThat(desk.call("fsck last --repair").exitCode()).isEqualTo(1);
        assertThat(checkpoint()).isEqualTo(checkpoint);
    }

    /// Spec 05 §5.4, §11: a torn tail is no damage, and where it is all that there is nothing was recorded.
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 100})
    void aJournalCutInItsFirstRecordIsShownWithoutEvents(int length) throws IOException {
        var bytes = Files.readAllBytes(journal);
        var run = String.valueOf(journal.getParent().getFileName());
        Files.write(journal, Arrays.copyOf(bytes, length));
        if (length == 0) {
            Folders.delete(desk.home().resolve("sessions"));
            Folders.delete(desk.home().resolve("state")); // a crash before the first record leaves no view
        }

        var events = desk.call("events " + run + " -o json");
        var checked = desk.call("fsck " + run + " --repair -o json");
        var resumed = desk.call("resume " + run + " -o json");

        assertThat(events.exitCode()).as("%s", events).isZero();
        assertThat(events.at("total")).isEqualTo("0");
        assertThat(checked.exitCode()).as("%s", checked).isZero();
        assertThat(checked.at("runs.0.records")).isEqualTo("0");
        assertThat(checked.at("runs.0.views.missing")).isEqualTo("[]");
        assertThat(checked.err()).contains("no whole record in " + journal.getParent());
        assertThat(Files.size(journal)).isEqualTo(length);
        assertThat(resumed.exitCode()).isEqualTo(2);
        assertThat(resumed.at("error.message")).contains("nothing is recorded of " + run);
        assertThat(resumed.at("error.hint")).contains("prodigy run FILE");
        assertThat(desk.call("events last -o json").at("error.code")).isEqualTo("run_not_found");
    }
}

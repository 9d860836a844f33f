package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Packed journals: what was torn before, and what is cut short or spoilt afterwards, which is damage like any
/// other (spec 05 §2.4, §5.4).
class BrokenArchiveTest extends RunToBreak {
    private Path archive;
    private byte[] whole;

    /// What was written without its end is no event, and would be in the way of whoever goes on with the run.
    @Test
    void aTornTailIsCutOffBeforeItIsPacked() throws IOException {
        Files.writeString(journal, "{\"v\":1,\"se", StandardOpenOption.APPEND);
        pack();

        var checked = desk.call("fsck last -o json");
        var retried = desk.call("dlq retry last -o json");

        assertThat(checked.at("runs.0.status")).isEqualTo("ok");
        assertThat(desk.call("events ls last --type journal_recovered -o json").at("total"))
                .isEqualTo("1");
        assertThat(retried.exitCode()).as("%s", retried).isEqualTo(3);
    }

    @Test
    void whatLiesBeforeTheCutIsShown() throws IOException {
        pack();
        cut(30);

        var events = desk.call("events ls last --limit 2 -o json");
        var checked = desk.call("fsck last -o json");

        assertThat(events.exitCode()).as("%s", events).isEqualTo(75);
        assertThat(events.at("events.1.event_type")).isNotEmpty();
        assertThat(events.at("error.code")).isEqualTo("journal_damaged");
        assertThat(checked.exitCode()).as("%s", checked).isEqualTo(1);
        assertThat(checked.at("runs.0.status")).isEqualTo("damaged");
        assertThat(checked.at("runs.0.damage.0.file")).isEqualTo(archive.toString());
        assertThat(checked.at("runs.0.damage.0.kind")).isEqualTo("checksum");
    }

    /// With a wrong sum at its end each event is there, and with it what views are made of.
    @Test
    void aWrongSumOfTheWholeIsDamageToo() throws IOException {
        pack();
        whole[whole.length - 6] ^= 1;
        cut(0);

        var checked = desk.call("fsck last -o json");

        assertThat(checked.exitCode()).as("%s", checked).isEqualTo(1);
        assertThat(checked.at("runs.0.damage.0.detail")).isEqualTo("the archive is broken: Corrupt GZIP trailer");
        assertThat(checked.at("runs.0.views.stale")).isEqualTo("[]");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 5})
    void oneThatEndsInItsHeadSaysSo(int left) throws IOException {
        pack();
        cut(whole.length - left);

        var checked = desk.call("fsck last -o json");

        assertThat(checked.exitCode()).as("%s", checked).isEqualTo(1);
        assertThat(checked.at("runs.0.damage.0.detail")).isEqualTo("the archive is broken: it ends too early");
    }

    private void pack() throws IOException {
        assertThat(desk.call("events clean last --archive --include-resumable -f")
                        .exitCode())
                .isZero();
        archive = journalOf(String.valueOf(journal.getParent().getFileName()));
        assertThat(archive).hasFileName(journal.getFileName() + ".gz");
        whole = Files.readAllBytes(archive);
    }

    private void cut(int bytes) throws IOException {
        Files.write(archive, Arrays.copyOf(whole, whole.length - bytes));
    }
}

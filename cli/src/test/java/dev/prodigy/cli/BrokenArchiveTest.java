package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A packed journal that is cut short or spoilt: damage like any other (spec 05 §2.10, §5.4).
class BrokenArchiveTest extends RunToBreak {
    private Path archive;
    private byte[] whole;

    @BeforeEach
    void packed() throws IOException {
        assertThat(desk.call("events clean last --archive --include-resumable -f").exitCode())
                .isZero();
        archive = journalOf(String.valueOf(journal.getParent().getFileName()));
        assertThat(archive).hasFileName(journal.getFileName() + ".gz");
        whole = Files.readAllBytes(archive);
    }

    @Test
    void whatLiesBeforeTheCutIsShown() throws IOException {
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
        cut(whole.length - left);

        var checked = desk.call("fsck last -o json");

        assertThat(checked.exitCode()).as("%s", checked).isEqualTo(1);
        assertThat(checked.at("runs.0.damage.0.detail")).isEqualTo("the archive is broken: it ends too early");
    }

    private void cut(int bytes) throws IOException {
        Files.write(archive, Arrays.copyOf(whole, whole.length - bytes));
    }
}

package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.runtime.home.Folders;
import dev.prodigy.runtime.home.Owner;
import dev.prodigy.runtime.home.OwnerLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What cleaners and `fsck` make of a journal that is damaged, gone, or was never begun (spec 05 §2.10, §5.4).
class BrokenJournalCleaningTest {
    @TempDir
    Path temporary;

    private Desk desk;
    private Path journal;

    @BeforeEach
    void aRun() throws IOException {
        desk = new Desk(temporary).with("PRODIGY_ISOLATION", "none");
        desk.file("flow.yml", "commands: [{shell: echo one}]\n");
        desk.call("run flow.yml -q", 0);
        try (var files = Files.walk(desk.home().resolve("events"))) {
            journal = files.filter(file -> file.getFileName().toString().startsWith("events-"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    /// A crash came while the first record was written.
    @ParameterizedTest
    @ValueSource(
            strings = {"clean all --all -f", "clean sessions --all -f", "clean events --all -f", "runs clean --all -f"})
    void whatNeverBecameARunIsNoRunAndCleaned(String words) throws IOException {
        var bytes = Files.readAllBytes(journal);
        var folder = journal.getParent();
        Files.write(journal, Arrays.copyOf(bytes, 100));

        assertThat(desk.call("status last -o json").at("error.code")).isEqualTo("run_not_found");
        assertThat(desk.call("runs ls -o json").at("runs")).isEqualTo("[]");
        assertThat(desk.call("logs clean --all -f").exitCode()).isZero();
        assertThat(desk.call(words.replace(" --all", "")).exitCode()).isZero();
        assertThat(folder).isNotEmptyDirectory();

        var self = Owner.thisProcess(Instant.EPOCH);
        try (var _ = ((OwnerLock.Attempt.Taken) OwnerLock.tryTake(folder.resolve("run.lock"), self)).lock()) {
            assertThat(desk.call(words).out()).contains("it is being executed");
        }
        assertThat(desk.call(words + " -o json").at("removed.runs")).isEqualTo("1");
        assertThat(folder).doesNotExist();
    }

    /// Views are made of durable records: where they are, a journal without any is not that of a run that never began.
    @ParameterizedTest
    @ValueSource(strings = {"emptied", "deleted", "deleted with its folder"})
    void aJournalThatIsGoneUnderItsViewsIsDamaged(String how) throws IOException {
        var folder = journal.getParent();
        var run = String.valueOf(folder.getFileName());
        Files.delete(journal);
        if (how.equals("emptied")) {
            Files.createFile(journal);
        } else if (how.endsWith("folder")) {
            Folders.delete(folder);
        }

        for (var words : List.of("fsck " + run, "fsck --all", "fsck --repair " + run)) {
            var checked = desk.call(words + " -o json");
            assertThat(checked.exitCode()).as("%s: %s", words, checked).isEqualTo(1);
            assertThat(checked.at("runs.0.status")).isEqualTo("damaged");
            assertThat(checked.at("runs.0.damage.0.detail")).contains("sessions/" + run);
        }
        for (var words : List.of(
                "runs show RUN",
                "runs show last",
                "status RUN",
                "events RUN",
                "events last",
                "events ls RUN",
                "events stats RUN",
                "events search x RUN",
                "events export RUN",
                "runs ls",
                "resume list")) {
            var shown = desk.call(words.replace("RUN", run) + " -o json");
            if (words.equals("resume list")) {
                assertThat(shown.at("runs")).isEqualTo("[]");
            } else if (words.equals("runs ls")) {
                assertThat(shown.at("runs.0.run_id")).isEqualTo(run);
                assertThat(shown.at("runs.0.status")).isEqualTo("completed");
                assertThat(shown.at("runs.0.resumable")).isEqualTo("false");
            }
            assertThat(shown.exitCode()).as("%s: %s", words, shown).isEqualTo(75);
            assertThat(shown.at("error.code")).isEqualTo("journal_damaged");
        }
        for (var words : List.of("runs clean --all -f", "clean sessions --all -f", "clean all --all -f")) {
            assertThat(desk.call(words + " -o json").at("kept.0.reason"))
                    .as(words)
                    .contains("its journal is damaged");
        }
        assertThat(Files.exists(folder)).isEqualTo(!how.endsWith("folder"));
        assertThat(desk.call("runs clean --all --include-resumable -f").exitCode())
                .isZero();
        assertThat(folder).doesNotExist();
        assertThat(desk.call("fsck --all -o json").at("runs")).isEqualTo("[]");
    }

    /// They cannot be made anew from it.
    @ParameterizedTest
    @CsvSource({
        "damaged, clean state --all -f",
        "damaged, clean state --include-resumable --dry-run",
        "damaged, checkpoints clean RUN",
        "damaged, checkpoints clean --all",
        "damaged, checkpoints delete RUN",
        "damaged at its beginning, clean state -f",
        "damaged at its beginning, checkpoints clean RUN",
        "without its workflow, clean state -f",
        "without its workflow, checkpoints clean RUN"
    })
    void viewsOfADamagedJournalStay(String how, String words) throws IOException {
        var run = String.valueOf(journal.getParent().getFileName());
        if (how.equals("without its workflow")) {
            Files.delete(journal.resolveSibling("workflow.json"));
        } else {
            var type = how.equals("damaged") ? "step_started" : "workflow_started";
            Files.writeString(journal, Files.readString(journal).replaceFirst(type, "S" + type.substring(1)));
        }
        var before = views();

        var json = desk.call(words.replace("RUN", run) + " -o json", 0);
        var text = desk.call(words.replace("RUN", run), 0);

        assertThat(json.at("kept.0.reason")).isEqualTo("its journal is damaged; prodigy fsck " + run + " tells more");
        assertThat(text.out()).contains("kept ", run + ": its journal is damaged");
        assertThat(before).isNotEmpty();
        assertThat(views()).isEqualTo(before);
    }

    private List<Path> views() throws IOException {
        try (var files = Files.walk(desk.home().resolve("state"))) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }

    /// Its record tells that it is completed: only the journal shows the damage, which is gone with it.
    @Test
    void aDamagedJournalIsNotRemovedWithoutAWord() throws IOException {
        Files.writeString(journal, Files.readString(journal).replaceFirst("step_started", "Step_started"));

        for (var words : List.of("runs clean --completed --all -f", "runs clean last -f", "clean logs --all -f")) {
            var kept = desk.call(words + " -o json");
            assertThat(kept.at("removed.runs")).as("%s", kept).isEqualTo("0");
            assertThat(kept.at("kept")).contains("its journal is damaged; prodigy fsck ");
        }
        assertThat(desk.call("runs clean last --include-resumable -f -o json").at("removed.runs"))
                .isEqualTo("1");
    }
}

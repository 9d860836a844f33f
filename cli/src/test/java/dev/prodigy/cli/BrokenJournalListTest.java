package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.runtime.home.Owner;
import dev.prodigy.runtime.home.OwnerLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Lists of runs of which one is damaged (spec 05 §1, §5.4): the others are shown beside it.
class BrokenJournalListTest extends RunToBreak {
    @Test
    void aMissingListOfItemsIsNamedInTheList() throws IOException {
        Files.delete(journal.resolveSibling("items-1.jsonl"));

        var listed = desk.call("runs ls");

        assertThat(listed.exitCode()).as("%s", listed).isEqualTo(75);
        assertThat(listed.out().strip()).endsWith("damaged");
        assertThat(listed.err()).contains("items-1.jsonl");
    }

    @Test
    void whatIsDamagedIsNotSaidToBeResumable() throws IOException {
        assertThat(desk.call("exec false").exitCode()).isEqualTo(1);
        assertThat(desk.call("runs show -o json").at("resumable")).isEqualTo("true");
        var run = desk.call("runs show -o json").at("run_id");
        var record = journal.getParent().resolveSibling(run).resolve("workflow.json");
        Files.writeString(record, Files.readString(record).replaceFirst("exec", "exce"));

        assertThat(desk.call("runs show -o json").at("resumable")).isEqualTo("false");
    }

    /// The others are listed, and what can be said of it (spec 05 §5.4).
    @Test
    void aDamagedRunIsNamedInTheList() throws IOException {
        assertThat(desk.call("exec false").exitCode()).isEqualTo(1);
        var whole = desk.call("runs ls -o json").at("runs.0.run_id");
        var damaged = String.valueOf(journal.getParent().getFileName());
        damage("agent_started");

        var text = desk.call("runs ls");
        var json = desk.call("runs ls -o json");

        assertThat(text.exitCode()).as("%s", text).isEqualTo(75);
        assertThat(text.out().lines())
                .satisfiesExactly(
                        first -> assertThat(first).startsWith(whole).doesNotContain("damaged"),
                        second -> assertThat(second).startsWith(damaged).endsWith("damaged"));
        assertThat(text.err()).contains("the journal is damaged", "prodigy fsck " + damaged);
        assertThat(json.exitCode()).isEqualTo(75);
        assertThat(json.at("runs.1.run_id")).isEqualTo(damaged);
        assertThat(json.at("error.code")).isEqualTo("journal_damaged");
    }

    /// What is no file is never opened, and the others are shown beside it (spec 05 §1, §5.4).
    @ParameterizedTest
    @ValueSource(strings = {"folder", "pipe"})
    void whatLiesInPlaceOfAJournalIsDamageOfThatRunAlone(String what) throws Exception {
        var damaged = String.valueOf(journal.getParent().getFileName());
        assertThat(desk.call("exec true").exitCode()).isZero();
        var whole = desk.call("runs ls -o json").at("runs.0.run_id");
        Files.delete(journal);
        if (what.equals("folder")) {
            Files.createDirectory(journal);
        } else {
            assertThat(new ProcessBuilder("mkfifo", journal.toString()).start().waitFor())
                    .isZero();
        }

        var listed = desk.call("runs ls");
        var checked = desk.call("fsck --all -o json");

        assertThat(listed.exitCode()).as("%s", listed).isEqualTo(75);
        assertThat(listed.out().lines())
                .satisfiesExactly(
                        first -> assertThat(first).startsWith(whole).doesNotContain("damaged"),
                        second -> assertThat(second)
                                .startsWith(damaged)
                                .contains("completed_with_failures")
                                .endsWith("damaged"));
        assertThat(checked.exitCode()).as("%s", checked).isEqualTo(1);
        assertThat(checked.at("runs.0.status")).isEqualTo("ok");
        assertThat(checked.at("runs.1.status")).isEqualTo("damaged");
        assertThat(checked.at("runs.1.damage.0.file")).isEqualTo(journal.toString());
        assertThat(checked.at("runs.1.damage.0.detail")).isEqualTo("not a file");
    }

    @Test
    void aLiveRunWhoseJournalIsNoFileHidesNoOther() throws IOException {
        assertThat(desk.call("exec true").exitCode()).isZero();
        var whole = desk.call("runs ls -o json").at("runs.0.run_id");
        var folder = journal.getParent();
        Files.delete(journal);
        Files.createDirectory(journal);

        try (var _ = held(folder);
                var _ = held(folder.resolveSibling(whole))) {
            var said = desk.call("ps");
            assertThat(said.exitCode()).as("%s", said).isEqualTo(75);
            assertThat(said.out()).contains(whole);
            assertThat(said.err()).contains(journal.toString(), "not a file");
        }
    }

    /// Nobody else tells of it while the run goes on.
    @ParameterizedTest
    @ValueSource(strings = {"ps", "runs ls"})
    void whatIsDamagedInTheJournalOfALiveRunIsTold(String words) throws IOException {
        damage("agent_started");
        try (var _ = held(journal.getParent())) {
            var said = desk.call(words);
            assertThat(said.exitCode()).as("%s", said).isEqualTo(75);
            assertThat(said.out().strip())
                    .startsWith(journal.getParent().getFileName() + "")
                    .endsWith("damaged");
            assertThat(said.err()).contains(journal.toString());
        }
    }

    /// Half a line at the end of what is being written is no damage.
    @Test
    void whatALiveRunIsWritingIsNotTold() throws IOException {
        Files.writeString(journal, "{\"v\":1,\"seq\":", StandardOpenOption.APPEND);
        try (var _ = held(journal.getParent())) {
            assertThat(desk.call("ps", 0).out()).doesNotContain("damaged");
        }
    }

    /// Whatever its record says, `resume` refuses it; nor does it hide what can be resumed.
    @ParameterizedTest
    @ValueSource(strings = {"events", "workflow.json"})
    void aDamagedRunIsNotAmongTheResumable(String what) throws IOException {
        assertThat(desk.call("exec false").exitCode()).isEqualTo(1);
        var broken = desk.call("runs ls -o json").at("runs.0.run_id");
        var folder = journal.getParent().resolveSibling(broken);
        assertThat(desk.call("exec false").exitCode()).isEqualTo(1);
        var whole = desk.call("runs ls -o json").at("runs.0.run_id");
        if (what.equals("events")) {
            try (var files = Files.newDirectoryStream(folder, "events-*")) {
                journal = files.iterator().next();
            }
            damage("step_started");
        } else {
            var record = folder.resolve("workflow.json");
            Files.writeString(record, Files.readString(record).replaceFirst("exec", "exce"));
        }

        var said = desk.call("resume list -o json");

        assertThat(said.exitCode()).as("%s", said).isEqualTo(75);
        assertThat(said.at("runs.0.run_id")).isEqualTo(whole);
        assertThat(said.out()).doesNotContain("\"run_id\":\"" + broken);
        assertThat(said.at("error.message")).contains(broken);
    }

    /// Of a run whose record has to be made anew what was not read is not known.
    @Test
    void aDamagedRunWithoutARecordIsNamedToo() throws IOException {
        var run = String.valueOf(journal.getParent().getFileName());
        damage("agent_started");
        Files.delete(desk.home().resolve("sessions").resolve(run + ".json"));

        for (int time = 1; time <= 2; time++) {
            var said = desk.call("runs ls -o json");
            assertThat(said.exitCode()).as("%s", said).isEqualTo(75);
            assertThat(said.at("runs.0.resumable")).isEqualTo("false");
            assertThat(said.at("error.message")).contains(run);
        }
    }

    private static OwnerLock held(Path folder) {
        return ((OwnerLock.Attempt.Taken)
                        OwnerLock.tryTake(folder.resolve("run.lock"), Owner.thisProcess(Instant.EPOCH)))
                .lock();
    }
}

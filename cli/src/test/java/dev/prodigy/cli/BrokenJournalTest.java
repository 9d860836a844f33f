package dev.prodigy.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.home.Folders;
import dev.prodigy.runtime.home.Owner;
import dev.prodigy.runtime.home.OwnerLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Commands that read a journal which is damaged, or which a newer version has written on (spec 05 §1, §5.4).
class BrokenJournalTest {
    @TempDir
    Path temporary;

    private Desk desk;
    private Path journal;

    @BeforeEach
    void aRun() throws IOException {
        desk = new Desk(temporary).with("PRODIGY_ISOLATION", "none");
        desk.file("flow.yml", """
                mode: mapreduce
                setup: [{shell: echo from-setup}]
                map:
                  input: [1, 2]
                  agent_template: [{shell: 'echo item ${item}; test ${item} = 1'}]
                """);
        assertThat(desk.call("run flow.yml -q").exitCode()).isEqualTo(3);
        try (var files = Files.walk(desk.home().resolve("events"))) {
            journal = files.filter(file -> file.toString().endsWith(".jsonl")
                            && file.getFileName().toString().startsWith("events-"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Test
    void whatStepsPrintedIsShown() throws IOException {
        damage("work_items_loaded");

        var text = desk.call("logs");
        var json = desk.call("logs -o json");
        var followed = desk.call("logs -f");

        assertThat(List.of(text, json, followed)).allMatch(said -> said.exitCode() == 75);
        assertThat(text.out()).contains("from-setup", "item 1", "item 2").isEqualTo(followed.out());
        assertThat(text.err()).contains("the journal is damaged", "prodigy fsck");
        assertThat(((Value.Items) json.json().members().get("logs")).values()).hasSize(3);
        assertThat(json.at("error.code")).isEqualTo("journal_damaged");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "events last",
                "events ls last",
                "events stats last",
                "events export last",
                "events search item last",
                "checkpoints list last",
                "logs last",
                "status last",
                "runs show last"
            })
    void aDamagedRecordOfTheWorkflowIsToldBehindWhatIsValid(String command) throws IOException {
        var before = desk.call(command);
        assertThat(before.exitCode()).isZero();
        var record = journal.resolveSibling("workflow.json");
        Files.writeString(record, Files.readString(record).replaceFirst("item", "itme"));

        var after = desk.call(command);

        assertThat(after.exitCode()).as("%s", after).isEqualTo(75);
        assertThat(after.err()).contains("workflow.json");
        if (command.startsWith("events")) {
            assertThat(after.out()).isEqualTo(before.out());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"events last", "events stats last", "logs last", "status last", "checkpoints list last"})
    void aDamagedListOfItemsIsToldBehindWhatIsValid(String command) throws IOException {
        var before = desk.call(command);
        var items = journal.resolveSibling("items-1.jsonl");
        Files.writeString(items, Files.readString(items).replaceFirst("1", "3"));

        var after = desk.call(command);

        assertThat(after.exitCode()).as("%s", after).isEqualTo(75);
        assertThat(after.out()).isEqualTo(before.out());
        var run = String.valueOf(journal.getParent().getFileName());
        assertThat(after.err()).contains("items-1.jsonl", "prodigy events " + run + " --type agent_completed");
    }

    /// Results are read when something uses them: damage must be told before (spec 05 §5.4).
    @ParameterizedTest
    @ValueSource(strings = {"gone", "changed", "cut"})
    void aDamagedResultIsToldByWhoReadsAndRefusedByWhoWrites(String how) throws IOException {
        desk.file("large.yml", """
                mode: mapreduce
                map:
                  input: [1, 2]
                  agent_template:
                    - shell: 'head -c 20000 /dev/zero | tr "\\0" x; echo ${item} >>ran; test ${item} = 1'
                """);
        assertThat(desk.call("run large.yml -q").exitCode()).isEqualTo(3);
        var run = desk.call("runs show -o json").at("run_id");
        var results = journal.getParent().resolveSibling(run).resolve("results-1.jsonl");
        var ran = Files.readString(desk.folder().resolve("ran"));
        var text = Files.readString(results);
        switch (how) {
            case "gone" -> Files.delete(results);
            case "cut" -> Files.writeString(results, text.substring(0, text.length() - 10));
            default -> Files.writeString(results, text.replaceFirst("xxx", "xyx"));
        }

        var whole = Files.readString(journalOf(run));
        for (var command : List.of(
                "events last",
                "events export last",
                "events stats last",
                "runs show",
                "runs ls",
                "status last",
                "dlq show last",
                "dlq list last",
                "dlq retry last -y",
                "dlq retry last --dry-run",
                "resume last -y --retry-failed",
                "resume last --dry-run --retry-failed",
                "skip last 2",
                "requeue last 2")) {
            var refused = desk.call(command);
            assertThat(refused.exitCode()).as("%s: %s", command, refused).isEqualTo(75);
            assertThat(refused.err()).as(command).contains("results-1.jsonl");
        }
        assertThat(desk.folder().resolve("ran")).hasContent(ran);
        assertThat(journalOf(run)).hasContent(whole);
    }

    @Test
    void aMissingListOfItemsIsNamedInTheList() throws IOException {
        Files.delete(journal.resolveSibling("items-1.jsonl"));

        var listed = desk.call("runs ls");

        assertThat(listed.exitCode()).as("%s", listed).isEqualTo(75);
        assertThat(listed.out().strip()).endsWith("damaged");
        assertThat(listed.err()).contains("items-1.jsonl");
    }

    private Path journalOf(String run) throws IOException {
        try (var files = Files.list(journal.getParent().resolveSibling(run))) {
            return files.filter(file -> file.getFileName().toString().startsWith("events-"))
                    .findFirst()
                    .orElseThrow();
        }
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

    /// Nothing is named that would not work: without the first event there is nothing to salvage.
    @Test
    void noSalvageIsPromisedForAJournalWithoutItsBeginning() throws IOException {
        damage("workflow_started");

        var said = desk.call("runs show last");

        assertThat(said.exitCode()).as("%s", said).isEqualTo(75);
        assertThat(said.err())
                .contains("the journal is damaged", "Put the journal back from a copy")
                .doesNotContain("--salvage");
    }

    private static OwnerLock held(Path folder) {
        return ((OwnerLock.Attempt.Taken)
                        OwnerLock.tryTake(folder.resolve("run.lock"), Owner.thisProcess(Instant.EPOCH)))
                .lock();
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
    void noSalvageIsPromisedForTheRecordOfTheWorkflow() throws IOException {
        var record = journal.resolveSibling("workflow.json");
        Files.writeString(record, Files.readString(record).replaceFirst("item", "itme"));
        var said = desk.call("dlq retry last -y");
        assertThat(said.exitCode()).isEqualTo(75);
        assertThat(said.err())
                .contains("workflow.json", "put it back from a copy")
                .doesNotContain("--salvage");
    }

    /// What lies before the damage is old: no view is made from it, nor is anything said not to exist.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "checkpoints show last",
                "checkpoints validate last",
                "checkpoints validate last --repair",
                "dlq show item-002",
                "dlq show last item-002",
                "status",
                "runs show",
                "runs ls"
            })
    void theDamageIsSaid(String words) throws IOException {
        damage("agent_started");
        var checkpoint = checkpoint();

        var said = desk.call(words);

        assertThat(said.exitCode()).as("%s", said).isEqualTo(75);
        assertThat(said.err()).contains("the journal is damaged");
        assertThat(checkpoint()).isEqualTo(checkpoint);
    }

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

    /// Nothing of it is said not to exist: it may lie behind the damage.
    @ParameterizedTest
    @ValueSource(strings = {"checkpoints show last", "checkpoints show last --version 1", "checkpoints list last"})
    void aCheckpointBehindTheDamageIsNotSaidToBeMissing(String words) throws IOException {
        damage("step_started");

        var said = desk.call(words + " -o json");

        assertThat(said.exitCode()).as("%s", said).isEqualTo(75);
        assertThat(said.at("error.code")).isEqualTo("journal_damaged");
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

    @Test
    void whatFinishedOfAStandardRunAreSteps() throws IOException {
        desk.file("plain.yml", "commands: [{shell: echo one}]\n");
        desk.call("run plain.yml -q");
        try (var files = Files.walk(desk.home().resolve("events"))) {
            var record = files.filter(file -> file.toString().contains("workflow-") && file.endsWith("workflow.json"))
                    .findFirst()
                    .orElseThrow();
            Files.writeString(record, Files.readString(record).replaceFirst("one", "two"));
        }

        assertThat(desk.call("status").err()).contains("--type step_completed").doesNotContain("agent_completed");
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

    private String checkpoint() throws IOException {
        try (var files = Files.walk(desk.home().resolve("state"))) {
            return Files.readString(files.filter(file -> file.endsWith("checkpoint.json"))
                    .findFirst()
                    .orElseThrow());
        }
    }

    /// Spoils the first line of that type.
    private void damage(String type) throws IOException {
        var text = Files.readString(journal);
        int at = text.indexOf("\"event_type\":\"" + type);
        Files.writeString(journal, text.substring(0, at) + "\"Event" + text.substring(at + 6));
    }

    private void append(String type, String more) throws IOException {
        var lines = Files.readAllLines(journal);
        var run = journal.getParent().getFileName();
        var line = "{\"v\":1,\"seq\":" + (lines.size() + 1)
                + ",\"timestamp\":\"2999-01-01T00:00:00.000Z\",\"elapsed_ms\":99999,\"event_type\":\"" + type
                + "\",\"run_id\":\"" + run + "\"" + more;
        var crc = new CRC32();
        crc.update(line.getBytes(UTF_8));
        Files.writeString(journal, line + ",\"crc\":\"%08x\"}\n".formatted(crc.getValue()), StandardOpenOption.APPEND);
    }
}

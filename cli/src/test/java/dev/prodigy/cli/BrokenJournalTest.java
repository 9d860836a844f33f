package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.model.value.Value;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Commands that tell of a run whose journal is damaged (spec 05 §1, §5.4): what is valid is shown, then the damage.
class BrokenJournalTest extends RunToBreak {
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
                "metrics last",
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
    @ValueSource(
            strings = {
                "events last",
                "events stats last",
                "logs last",
                "status last",
                "checkpoints list last",
                "metrics last"
            })
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
}

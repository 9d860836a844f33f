package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.Value;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// `dlq` commands that meet damage: one document whatever happens (spec 05 §1), and nothing written (spec 05 §5.4).
class DamagedLettersTest {
    @TempDir
    Path temporary;

    private Desk desk;
    private Path folder;

    @BeforeEach
    void aRun() throws IOException {
        desk = new Desk(temporary).with("PRODIGY_ISOLATION", "none");
        desk.file("flow.yml", """
                mode: mapreduce
                setup: [{shell: 'seq 9000', capture_output: lines}]
                map:
                  input: [alpha, beta, gamma]
                  max_parallel: 1
                  agent_template:
                    - {shell: 'echo ${lines} | wc -l; test ${item} = alpha'}
                """);
        assertThat(desk.call("run flow.yml -q").exitCode()).isEqualTo(3);
        try (var files = Files.walk(desk.home().resolve("events"))) {
            folder = files.filter(file -> file.endsWith("workflow.json"))
                    .findFirst()
                    .orElseThrow()
                    .getParent();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"dlq list last", "dlq list", "dlq list --eligible"})
    void theListEndsWithWhatWasRead(String command) throws IOException {
        spoil("items-1.jsonl", "gamma");

        var said = desk.call(command + " -o json");

        assertThat(said.exitCode()).as("%s", said).isEqualTo(75);
        assertThat(((Value.Items) said.json().members().get("items")).values()).hasSize(1);
        assertThat(said.at("items.0.item_data")).isEqualTo("beta");
        assertThat(said.at("error.code")).isEqualTo("journal_damaged");
        assertThat(said.at("error.message")).contains("items-1.jsonl");
    }

    @Test
    void aListWithoutItsItemsIsEmpty() throws IOException {
        Files.delete(folder.resolve("items-1.jsonl"));

        var json = desk.call("dlq list last -o json");
        var text = desk.call("dlq list last");

        assertThat(json.exitCode()).isEqualTo(75);
        assertThat(json.at("items")).isEqualTo("[]");
        assertThat(json.at("error.code")).isEqualTo("journal_damaged");
        assertThat(text.exitCode()).isEqualTo(75);
        assertThat(text.err()).contains("items-1.jsonl").doesNotContain("no dead letters");
    }

    @Test
    void theOtherRunsAreListedToo() throws IOException {
        spoil("items-1.jsonl", "beta");
        assertThat(desk.call("run flow.yml -q").exitCode()).isEqualTo(3);

        var said = desk.call("dlq list -o json");

        assertThat(said.exitCode()).isEqualTo(75);
        assertThat(said.at("total")).isEqualTo("2");
    }

    @Test
    void anExportedArrayIsClosed() throws IOException {
        spoil("items-1.jsonl", "gamma");

        var said = desk.call("dlq export last - -o json");

        assertThat(said.exitCode()).as("%s", said).isEqualTo(75);
        assertThat(((Value.Items) Json.parse(said.out())).values()).hasSize(1);
        assertThat(said.err()).contains("the journal is damaged", "items-1.jsonl");
        assertThat(desk.call("dlq export last - --format jsonl").out().lines()).hasSize(1);
        var file = desk.call("dlq export last letters.json -o json");
        assertThat(file.exitCode()).isEqualTo(75);
        assertThat(file.at("records")).isEqualTo("1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "dlq clear last --yes",
                "dlq clear last --dry-run",
                "dlq purge last --older-than 1ms --yes",
                "dlq retry last --dry-run"
            })
    void noLettersAreSaidToBeGone(String command) throws IOException {
        var journal = journal();
        spoil(journal, "agent_started");
        var before = Files.readString(folder.resolve(journal));

        var said = desk.call(command + " -o json");

        assertThat(said.exitCode()).as("%s", said).isEqualTo(75);
        assertThat(said.at("error.code")).isEqualTo("journal_damaged");
        assertThat(Files.readString(folder.resolve(journal))).isEqualTo(before);
    }

    @ParameterizedTest
    @CsvSource({
        "items-1.jsonl, alpha, dlq retry last",
        "items-1.jsonl, alpha, dlq retry last --dry-run",
        "items-1.jsonl, alpha, dlq clear last --yes",
        "results-1.jsonl, 8999, dlq retry last",
        "results-1.jsonl, 8999, dlq retry last --dry-run",
        "workflow.json, seq, dlq retry last --dry-run",
        "workflow.json, seq, dlq clear last --yes"
    })
    void nothingIsPromisedThatWouldBeRefused(String file, String word, String command) throws IOException {
        spoil(file, word);

        var said = desk.call(command + " -o json");

        assertThat(said.exitCode()).as("%s", said).isEqualTo(75);
        assertThat(said.at("error.code")).isEqualTo("journal_damaged");
        assertThat(said.at("error.message")).contains(file);
    }

    /// They are in the journal, which is whole; the run is damaged all the same.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "dlq list",
                "dlq list last",
                "dlq stats",
                "dlq stats last",
                "dlq analyze",
                "dlq analyze last",
                "dlq show last",
                "dlq show item-002",
                "dlq export last -",
                "dlq export last - --format csv"
            })
    void theLettersOfARunWithoutTheRecordOfItsWorkflowAreShownWithAWarning(String command) throws IOException {
        var before = desk.call(command, 0);
        Files.delete(folder.resolve("workflow.json"));

        var said = desk.call(command, 75);

        assertThat(said.out()).isEqualTo(before.out());
        assertThat(said.err()).contains("the journal is damaged", "workflow.json");
        if (!command.startsWith("dlq export")) {
            var json = desk.call(command + " -o json", 75);
            assertThat(json.at("error.code")).isEqualTo("journal_damaged");
        }
    }

    /// A person's command is written into the journal, too: nothing of it where `resume` would refuse the run.
    @ParameterizedTest
    @ValueSource(strings = {"requeue last 3", "skip last 3", "set last --max-parallel 3", "dlq clear last -f"})
    void noCommandIsNotedWithoutTheRecordOfTheWorkflow(String command) throws IOException {
        Files.delete(folder.resolve("workflow.json"));
        var before = Files.readString(folder.resolve(journal()));

        var said = desk.call(command + " -o json", 75);

        assertThat(said.at("error.code")).isEqualTo("journal_damaged");
        assertThat(said.at("error.message")).contains("workflow.json");
        assertThat(Files.readString(folder.resolve(journal()))).isEqualTo(before);
        assertThat(desk.call("dlq list last -o json").at("total")).isEqualTo("2");
    }

    /// That there are no items, or none that could be skipped, may be untrue behind a damage.
    @ParameterizedTest
    @CsvSource({
        "workflow_started, requeue last 3",
        "workflow_started, skip last 3",
        "workflow_started, set last --max-parallel 3",
        "work_items_loaded, skip last gamma",
        "agent_failed, requeue last 3",
        "agent_failed, skip last 9"
    })
    void aDamageIsToldBeforeWhatIsRefused(String type, String command) throws IOException {
        var run = String.valueOf(folder.getFileName());
        var journal = journal();
        spoil(journal, type);
        var before = Files.readString(folder.resolve(journal));

        var said = desk.call(command.replace("last", run) + " -o json", 75);

        assertThat(said.at("error.code")).isEqualTo("journal_damaged");
        assertThat(said.at("error.message")).contains(journal);
        assertThat(Files.readString(folder.resolve(journal))).isEqualTo(before);
    }

    private String journal() throws IOException {
        try (var files = Files.list(folder)) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .filter(name -> name.startsWith("events-"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    /// Flips a bit of the word where it stands first.
    private void spoil(String name, String word) throws IOException {
        var file = folder.resolve(name);
        var text = Files.readString(file);
        assertThat(text).contains(word);
        int at = text.indexOf(word);
        Files.writeString(file, text.substring(0, at) + (char) (text.charAt(at) ^ 1) + text.substring(at + 1));
    }
}

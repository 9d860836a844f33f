package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is advised about the items of a run that came to its end: the command that does something (spec 05 §2.2, §2.7).
class AfterTheEndTest {
    @TempDir
    Path folder;

    private Desk desk;

    @BeforeEach
    void aRunWithAFailedItem() throws IOException {
        desk = new Desk(folder).with("PRODIGY_ISOLATION", "none");
        desk.file("flow.yml", """
                mode: mapreduce
                map: {input: [1, 2], agent_template: [{shell: 'test ${item} = 1'}]}
                """);
        assertThat(desk.call("run flow.yml -q").exitCode()).isEqualTo(3);
    }

    @Test
    void failedItemsAreRetried() {
        assertThat(desk.call("resume last").err()).contains("ran to its end; 1 failed item: prodigy dlq retry");
    }

    @Test
    void failedItemsWithoutDeadLettersAreResumed() {
        desk.call("dlq clear last -f");

        var said = desk.call("resume last");

        assertThat(said.err()).contains("1 failed item: prodigy resume").doesNotContain("dlq retry");
        assertThat(said.err()).containsPattern("Next: prodigy resume \\S+ --retry-failed\n$");
    }

    @Test
    void failuresCanBeAllowedAfterwards() {
        var allowed = desk.call("resume last --allow-failures -o json");

        assertThat(allowed.exitCode()).isZero();
        assertThat(allowed.at("exit_code")).isEqualTo("0");
        assertThat(allowed.at("status")).isEqualTo("completed_with_failures");
        assertThat(desk.call("resume last").exitCode()).isEqualTo(3);
    }

    @Test
    void onlyARunThatMayGoOnTakesASetting() throws IOException {
        assertThat(desk.call("set last --max-parallel 2").exitCode()).isZero();
        desk.file("good.yml", "commands: ['true']\n");
        desk.call("run good.yml -q");

        var refused = desk.call("set last --timeout 2m -o json");

        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.at("error.code")).isEqualTo("not_running");
    }

    /// Without RUN only what ended early is resumed; the way to retry is told.
    @Test
    void theOnlyRunWithFailedItemsIsNamed() {
        var said = desk.call("resume --force");

        assertThat(said.exitCode()).isEqualTo(2);
        assertThat(said.err())
                .contains("there is no run here that could be resumed")
                .containsPattern("prodigy resume mapreduce-\\S+ --retry-failed");
        assertThat(desk.call("resume").err()).doesNotContain("--retry-failed");
        desk.call("run flow.yml -q");
        assertThat(desk.call("resume --force").err()).contains("Name one that has failed items");
    }

    @Test
    void checkpointsAreRemovedByForceToo() {
        assertThat(desk.call("checkpoints delete -f").out()).startsWith("removed the checkpoint of mapreduce-");
    }

    @Test
    void theNewestRunIsTheOneWhoseEventsAreCleaned() {
        var cleaned = desk.call("events clean --include-resumable --dry-run -o json");

        assertThat(cleaned.exitCode()).as("%s", cleaned).isZero();
        assertThat(cleaned.at("removed.runs")).isEqualTo("1");
    }

    @Test
    void skippedItemsAreRequeued() {
        desk.call("skip last 2");
        assertThat(desk.call("resume last").err()).contains("1 skipped item: prodigy requeue");
        assertThat(desk.call("dlq retry last").err()).contains("1 skipped item: prodigy requeue");
    }

    @Test
    void pendingItemsAreResumed() {
        desk.call("requeue last 2");
        assertThat(desk.call("dlq retry last").err()).contains("1 pending item: prodigy resume");
    }

    @Test
    void whatRetryingWouldNotHelpIsForced() throws IOException {
        desk.file("flow.yml", """
                mode: mapreduce
                map: {input: [1], agent_template: [{shell: 'true', working_dir: missing}]}
                """);
        desk.call("run flow.yml -q");
        assertThat(desk.call("dlq retry last 1").err()).contains("retrying would not help item-001", "--force");
    }

    @Test
    void anExportedLetterNamesItsRun() {
        assertThat(desk.call("dlq export - --format csv").out().lines())
                .hasSize(2)
                .first()
                .asString()
                .startsWith("job_id,item_id,");
    }

    @Test
    void aCopiedJournalIsReadWhateverItIsCalled() throws IOException {
        try (var files = Files.walk(desk.home())) {
            var journal = files.filter(
                            file -> String.valueOf(file.getFileName()).startsWith("events-2"))
                    .findFirst()
                    .orElseThrow();
            Files.copy(journal, desk.folder().resolve("copy.txt"));
        }
        assertThat(desk.call("events ls --file flow.yml").err()).contains("--file flow.yml holds no events");
        assertThat(desk.call("events ls --file copy.txt").out()).contains("workflow_started", "workflow_completed");
    }

    @Test
    void anUnknownItemSaysWhatItemsAreCalled() {
        assertThat(desk.call("skip last nobody").err()).contains("item-001", "item_key");
    }
}

package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Spec 00, "Output": the result of a run that ended early, and the next command to type.
class EarlyEndTest {
    @TempDir
    Path folder;

    @Test
    void aRunThatEndsBeforeItsListIsLoadedHasNoItemsAndSaysSo() throws IOException {
        var desk = new Desk(folder).with("PRODIGY_ISOLATION", "none");
        desk.file("flow.yml", """
                mode: mapreduce
                setup: [{shell: exit 1}]
                map: {input: [1], agent_template: [{shell: 'true'}]}
                """);
        var ended = desk.call("run flow.yml -o json");
        assertThat(ended.exitCode()).isEqualTo(1);
        for (var count : new String[] {"total", "successful", "failed", "skipped", "pending"}) {
            assertThat(ended.at("items." + count)).isEqualTo("0");
        }
        assertThat(desk.call("events ls last --type workflow_failed -o json").out())
                .contains("\"pending\":0");
        desk.file("standard.yml", "commands: [exit 1]");
        assertThat(desk.call("run standard.yml -o json").out()).doesNotContain("\"items\"");
    }

    @Test
    void aRunThatTimedOutSaysHowToGiveItMoreTime() throws IOException {
        var desk = new Desk(folder).with("PRODIGY_ISOLATION", "none");
        desk.file("flow.yml", "commands: ['test -e ready || sleep 60']");
        var ended = desk.call("run flow.yml --timeout 200ms -o json");
        var run = ended.at("run_id");
        assertThat(ended.at("error.hint")).isEqualTo("prodigy resume " + run + " --timeout 400ms");
        assertThat(desk.call("resume " + run + " --timeout 400ms").err())
                .endsWith("Next: prodigy resume " + run + " --timeout 800ms\n");
        assertThat(desk.call("runs show -o json").at("settings.timeout_ms")).isEqualTo("400");
        assertThat(desk.call("resume " + run + " -o json").at("error.timeout_ms"))
                .as("the option of a resume is not that of the next")
                .isEqualTo("200");
        assertThat(desk.call("runs show -o json").at("settings.timeout_ms")).isEqualTo("200");
        desk.file("ready", "");
        assertThat(desk.call("resume " + run).exitCode()).isZero();
    }
}

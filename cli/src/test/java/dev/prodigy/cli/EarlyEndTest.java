package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Spec 00, "Output": the result of a mapreduce run counts its items, also where it ended before it had any.
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
}

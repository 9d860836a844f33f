package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.model.value.Value;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Spec 05 §2.8, §5.5: what a checkpoint of a run tells.
class CheckpointsTest {
    @NewDesk
    private Desk desk;

    /// The checkpoint that is saved for the end of a run stands for that end, as the file does.
    @ParameterizedTest
    @CsvSource({"true, done, completed", "exit 3, reduce, failed"})
    void theNewestCheckpointOfARunThatIsOverIsOver(String step, String phase, String status) throws IOException {
        desk.with("PRODIGY_ISOLATION", "none").file("flow.yml", """
                mode: mapreduce
                map: {input: [1], agent_template: ['true']}
                reduce: [{shell: STEP}]
                """.replace("STEP", step));
        var ran = desk.call("run flow.yml -o json");
        assertThat(ran.at("status")).isEqualTo(status);

        var listed = desk.call("checkpoints list last -o json", 0);
        var shown = desk.call("checkpoints show last -o json", 0);

        var newest = ((Value.Items) listed.json().members().get("checkpoints"))
                        .values()
                        .size()
                - 1;
        assertThat(listed.at("checkpoints." + newest + ".phase")).isEqualTo(phase);
        assertThat(listed.at("checkpoints." + (newest - 1) + ".phase")).isNotEqualTo("done");
        assertThat(shown.at("phase")).isEqualTo(phase);
        assertThat(shown.at("status")).isEqualTo(status);
    }

    @Test
    void anEarlierCheckpointShowsTheRunUnderWay() throws IOException {
        desk.with("PRODIGY_ISOLATION", "none").file("flow.yml", """
                mode: mapreduce
                map: {input: [1], agent_template: ['true']}
                """);
        desk.call("run flow.yml", 0);

        assertThat(desk.call("checkpoints show last --version 1 -o json", 0).at("status"))
                .isEqualTo("running");
    }

    /// Spec 05 §2.4: what is not counted in any other group is one of its own.
    @Test
    void everyEventIsInAGroup() throws IOException {
        desk.file("flow.yml", "commands: ['true']\n");
        desk.call("run flow.yml", 0);

        var json = desk.call("events stats last --group-by item_id -o json", 0);

        assertThat(json.at("groups.0.key")).isEqualTo("null");
        assertThat(json.at("groups.0.count")).isEqualTo(json.at("total")).isNotEqualTo("0");
        assertThat(desk.call("events stats last --group-by item_id", 0).out()).startsWith(json.at("total") + "  -  ");
    }
}

package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Spec 03 §14: changes of templates and called workflows that only finished phases use are named as having no effect.
class FinishedPartsTest {
    private static final String FLOW = """
            mode: mapreduce
            setup: [{template: outer.yml}, {workflow: first.yml}]
            map: {input: [1, 2], agent_template: [{template: both.yml}, {shell: 'test ${item} = 1 || test -e mended'}]}
            reduce: [{shell: 'test -e mended'}, {template: both.yml}, {foreach: [1], do: [{workflow: last.yml}]}]
            """;

    @TempDir
    Path temporary;

    private Desk desk;

    @BeforeEach
    void aRunThatFailedInItsReduce() throws IOException {
        desk = new Desk(temporary);
        desk.file("outer.yml", "commands: [{on_failure: {template: inner.yml}, shell: 'true'}]\n");
        for (var part : List.of("inner", "first", "both", "last")) {
            desk.file(part + ".yml", "commands: [{shell: 'echo " + part + " >>trace'}]\n");
        }
        desk.file("flow.yml", FLOW);
        assertThat(desk.call("run flow.yml").exitCode()).isEqualTo(1);
        desk.file("mended", "");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            inner | template_files["inner.yml"].commands[0].shell
            first | workflow_files["first.yml"].commands[0].shell
            """)
    void whatOnlyFinishedPhasesUseIsNamed(String part, String path) throws IOException {
        desk.file(part + ".yml", "commands: [{shell: 'echo new >>trace'}]\n");

        var resumed = desk.call("resume last --accept-changes");

        assertThat(resumed.exitCode()).as("%s", resumed).isEqualTo(3);
        assertThat(resumed.err())
                .contains("NO_EFFECT: these changes have no effect, what they concern is finished: " + path + "\n");
        assertThat(trace()).doesNotContain("new");
    }

    @ParameterizedTest
    @CsvSource({"both", "last"})
    void whatOtherPhasesUseTooIsNot(String part) throws IOException {
        desk.file(part + ".yml", "commands: [{shell: 'echo new >>trace'}]\n");

        var resumed = desk.call("resume last --accept-changes");

        assertThat(resumed.exitCode()).as("%s", resumed).isEqualTo(3);
        assertThat(resumed.err()).doesNotContain("NO_EFFECT");
        assertThat(trace()).containsOnlyOnce("new");
    }

    /// `dlq retry` runs what is recorded, and that is what was accepted (spec 03 §15).
    @Test
    void whatFailedItemsUseHasNoEffectUntilTheyRunAgain() throws IOException {
        desk.file("flow.yml", FLOW.replace("test ${item} = 1 ||", "echo new >>trace; test ${item} = 1 ||"));

        var resumed = desk.call("resume last --accept-changes");

        assertThat(resumed.exitCode()).as("%s", resumed).isEqualTo(3);
        assertThat(resumed.err())
                .contains(
                        "NO_EFFECT: these changes have no effect, what they concern is finished until failed items run"
                                + " again: map.agent_template[1].shell\n");
        assertThat(trace()).doesNotContain("new");
        assertThat(desk.call("dlq retry last").exitCode()).isZero();
        assertThat(trace()).containsOnlyOnce("new");
    }

    @Test
    void whatItemsUseThatArePutBackIsNot() throws IOException {
        desk.file("flow.yml", FLOW.replace("{template: both.yml}, {foreach", "{foreach"));
        desk.file("both.yml", "commands: [{shell: 'echo new >>trace'}]\n");

        var resumed = desk.call("resume last --force --accept-changes");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(resumed.err()).doesNotContain("NO_EFFECT");
        assertThat(trace()).containsOnlyOnce("new");
    }

    private List<String> trace() throws IOException {
        return Files.readAllLines(desk.folder().resolve("trace"));
    }
}

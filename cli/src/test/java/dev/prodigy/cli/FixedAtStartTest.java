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
import org.junit.jupiter.params.provider.ValueSource;

/// Spec 03 §9, §14: what a run keeps although its workflow says otherwise now.
class FixedAtStartTest {
    private static final String ITEMS = """
            mode: mapreduce
            setup: [{shell: 'echo setup >>trace; test -e mended'}]
            map: {input: [1], agent_template: [{shell: 'echo item >>trace'}]}
            """;
    private static final String STEPS = "commands: [{shell: 'echo step >>trace; test -e mended'}]\n";

    @TempDir
    Path temporary;

    private Desk desk;

    @BeforeEach
    void anEmptyDesk() throws IOException {
        desk = new Desk(temporary);
    }

    @ParameterizedTest
    @CsvSource({"true, setup setup item", "false, step step"})
    void noConsentGivesARunAnotherMode(boolean hadItems, String done) throws IOException {
        desk.file("my flow.yml", hadItems ? ITEMS : STEPS);
        assertThat(desk.call(List.of("run", "my flow.yml")).exitCode()).isEqualTo(1);
        desk.file("mended", "").file("my flow.yml", hadItems ? STEPS : ITEMS);

        for (var options : List.of("", " --accept-changes", " --accept-changes --dry-run", " --dry-run")) {
            var refused = desk.call("resume last -o json" + options);

            assertThat(refused.exitCode()).as("%s", refused).isEqualTo(2);
            assertThat(refused.at("error.code")).isEqualTo("workflow_changed");
            assertThat(refused.at("error.changed")).contains("commands", "map");
            assertThat(refused.at("error.message"))
                    .contains(hadItems ? "began with `mode: mapreduce`" : "began with `mode: standard`");
            assertThat(refused.at("error.hint"))
                    .endsWith("prodigy run '" + desk.folder().resolve("my flow.yml") + "'");
        }

        desk.file("my flow.yml", hadItems ? ITEMS : STEPS);
        assertThat(desk.call("resume last").exitCode()).isZero();
        assertThat(trace()).isEqualTo(done);
    }

    /// The run of a step keeps its mode too; its caller is told what became of it.
    @Test
    void aRunThatAStepStartedKeepsItsMode() throws IOException {
        desk.file("flow.yml", "commands: [{workflow: part.yml}]\n").file("part.yml", ITEMS);
        assertThat(desk.call("run flow.yml").exitCode()).isEqualTo(1);
        desk.file("mended", "").file("part.yml", STEPS);

        var resumed = desk.call("resume last --accept-changes -o json");

        assertThat(resumed.exitCode()).as("%s", resumed).isNotZero();
        assertThat(trace()).isEqualTo("setup");
    }

    @ParameterizedTest
    @ValueSource(strings = {"isolation", "worktree.base", "worktree.target"})
    void whatComesTooLateIsNamed(String path) throws Exception {
        repository();
        desk.file("flow.yml", STEPS);
        assertThat(desk.call("run flow.yml").exitCode()).isEqualTo(1);
        var step = "commands: [{shell: 'pwd >where'}]\n";
        desk.file(
                "flow.yml",
                switch (path) {
                    case "isolation" -> "isolation: none\n" + step;
                    case "worktree.base" -> "worktree: {base: main}\n" + step;
                    default -> "worktree: {target: main, keep_slots: true}\n" + step;
                });

        var foreseen = desk.call("resume last --accept-changes --dry-run");
        var resumed = desk.call("resume last --accept-changes --no-merge");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(List.of(foreseen.err(), resumed.err()))
                .allSatisfy(err -> assertThat(err)
                        .contains("NO_EFFECT: these changes have no effect, a run keeps what it began with: " + path
                                + "\n"));
        assertThat(desk.folder().resolve("where")).doesNotExist();
    }

    @Test
    void whatElseIsSaidOfWorktreesIsNot() throws Exception {
        repository();
        desk.file("flow.yml", "worktree: {target: main}\n" + STEPS);
        assertThat(desk.call("run flow.yml").exitCode()).isEqualTo(1);
        desk.file("flow.yml", "worktree: {target: main, keep_slots: true}\ncommands: [{shell: 'true'}]\n");

        var resumed = desk.call("resume last --accept-changes --no-merge");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(resumed.err()).doesNotContain("NO_EFFECT");
    }

    /// A hint that could not be followed would be none.
    @Test
    void aNewParameterNeedsADefault() throws IOException {
        desk.file("flow.yml", STEPS);
        assertThat(desk.call("run flow.yml").exitCode()).isEqualTo(1);
        desk.file("mended", "").file("flow.yml", "parameters: {required: [pp]}\n" + STEPS);

        for (var more : List.of("", " --dry-run")) {
            var refused = desk.call("resume last --accept-changes -o json" + more);

            assertThat(refused.exitCode()).isEqualTo(2);
            assertThat(refused.at("error.message"))
                    .contains("parameter `pp` is required, and a resume takes no new ones: give it a default")
                    .doesNotContain("--param");
            assertThat(refused.at("error.hint")).endsWith(" --accept-changes");
        }

        desk.file("flow.yml", "parameters: {pp: {default: 7}}\n" + STEPS);
        assertThat(desk.call("resume last --accept-changes").exitCode()).isZero();
    }

    private void repository() throws IOException, InterruptedException {
        desk.git("init -q -b main", "config user.name t", "config user.email t@t", "commit -q --allow-empty -m first");
    }

    private String trace() throws IOException {
        return String.join(" ", Files.readAllLines(desk.folder().resolve("trace")));
    }
}

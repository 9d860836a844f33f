package dev.prodigy.e2e.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.launcher.Distribution;
import dev.prodigy.e2e.sandbox.NewSandbox;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Commands mean the same wherever and however they are started (spec 05 §1, §5.1).
class PlaceTest {
    private static final String WORKFLOW = "commands: [{shell: 'pwd >>\"$TRACE\"'}]\n";

    @NewSandbox
    private Sandbox sandbox;

    @Test
    void aSubdirectoryAndALinkedWorktreeBelongToTheirRepository() throws IOException {
        var flow = sandbox.workflow(WORKFLOW);
        var below = Files.createDirectories(sandbox.repository().directory().resolve("src/00"));
        var linked = sandbox.folder().resolve("linked");
        sandbox.repository().git("worktree", "add", "--quiet", linked.toString());
        assertThat(sandbox.prodigy().in(below).run("run", flow).exitCode()).isZero();
        assertThat(sandbox.prodigy().in(linked).run("run", flow).exitCode()).isZero();
        assertThat(sandbox.trace().getFirst()).endsWith("/src/00");
        assertThat(sandbox.homeFiles()).contains("repos/app.json").noneMatch(name -> name.startsWith("repos/linked"));
        for (var place : List.of(sandbox.repository().directory(), below, linked)) {
            var runs = sandbox.prodigy().in(place).run("runs", "ls", "-o", "json");
            assertThat(runs.json().list("runs")).as("%s", runs).hasSize(2);
        }
    }

    @Test
    void outsideOfARepositoryTheWholeHomeIsMeant() throws IOException {
        var flow = sandbox.workflow(WORKFLOW);
        assertThat(sandbox.prodigy().run("run", flow).exitCode()).isZero();
        var outside = Files.createDirectories(sandbox.folder().resolve("outside"));
        var prodigy = sandbox.prodigy().in(outside);
        assertThat(prodigy.run("status", "-o", "json").json().text("status")).isEqualTo("completed");
        assertThat(prodigy.run("worktree", "ls", "-o", "json").json().list("worktrees"))
                .isEmpty();
        var relative = prodigy.with("PRODIGY_HOME", "here").run("run", flow);
        assertThat(relative.exitCode()).as("%s", relative).isZero();
        assertThat(outside.resolve("here/events/outside")).isDirectory();
    }

    @ParameterizedTest
    @ValueSource(strings = {"C", "POSIX", ""})
    void namesAndArgumentsAreTextInEveryLocale(String locale) throws IOException {
        var flow =
                sandbox.workflow("ünï.yml", "name: ünï\ncommands: [{shell: 'echo \"$WHO[$LC_ALL]\" >>\"$TRACE\"'}]\n");
        var ended = sandbox.prodigy().with("LC_ALL", locale).run("run", flow, "--param", "WHO=zoë", "-o", "json");
        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.json().text("workflow")).isEqualTo("ünï");
        assertThat(sandbox.trace()).containsExactly("zoë[" + locale + "]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"exec \"$@\" >&-", "exec \"$@\" <&-", "exec \"$@\" >&- 2>&-"})
    void aStreamThatIsClosedStopsNoRun(String shell) throws IOException {
        var flow = sandbox.workflow(WORKFLOW);
        var ended = sandbox.prodigy().run(shell(shell, "run", flow));
        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(sandbox.trace()).hasSize(1);
        assertThat(sandbox.journal().count("workflow_completed")).isEqualTo(1);
    }

    @Test
    void aResultThatFindsNoRoomIsToldAndTheRunIsKept() throws IOException {
        var flow = sandbox.workflow(WORKFLOW);
        var ended = sandbox.prodigy().run(shell("exec \"$@\" >/dev/full", "run", flow));
        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(1);
        assertThat(ended.err()).contains("cannot write to standard output", "prodigy runs show last");
        assertThat(sandbox.journal().count("workflow_completed")).isEqualTo(1);
    }

    @Test
    void progressFitsTheTerminalItIsDrawnOn() throws IOException {
        var flow = sandbox.workflow("""
                mode: mapreduce
                isolation: none
                map: {input: [1, 2, 3], max_parallel: 1, agent_template: [{shell: sleep 0.5}]}
                """);
        var drawn = sandbox.prodigy()
                .run(shell(
                        "stty=\"stty cols 24; $(printf '%q ' \"$@\")\"; exec script -qec \"$stty\" /dev/null",
                        "run", flow));
        assertThat(drawn.exitCode()).as("%s", drawn).isZero();
        assertThat(drawn.out().replaceAll("\u001b\\[[0-9;]*[A-Za-z]", "").lines())
                .filteredOn(line -> line.strip().startsWith("map "))
                .isNotEmpty()
                .allSatisfy(line -> assertThat(line.strip()).hasSizeLessThan(24));
    }

    @Test
    void aReaderThatLeavesEarlyIsNoFault() throws IOException {
        assertThat(sandbox.prodigy().run("run", sandbox.workflow(WORKFLOW)).exitCode())
                .isZero();
        var ended = sandbox.prodigy().run(shell("set -o pipefail; \"$@\" | head -1", "events", "last"));
        assertThat(ended.out()).startsWith("1 ");
        assertThat(ended.err()).isEmpty();
        assertThat(ended.exitCode()).isZero();
        var full = sandbox.prodigy().run(shell("exec \"$@\" >/dev/full", "events", "export"));
        assertThat(full.exitCode()).as("%s", full).isEqualTo(1);
        assertThat(full.err()).contains("cannot write stdout");
    }

    @Test
    void aFileMayBeginWithADash() throws IOException {
        sandbox.repository().write("-dash.yml", WORKFLOW);
        assertThat(sandbox.prodigy().run("run", "-dash.yml").exitCode()).isEqualTo(2);
        var ended = sandbox.prodigy().run("run", "-q", "--", "-dash.yml");
        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(sandbox.trace()).hasSize(1);
    }

    private static List<String> shell(String text, String... arguments) {
        var words = new ArrayList<>(List.of("bash", "-c", text, "bash"));
        words.addAll(Distribution.underTest().command(List.of(arguments)));
        return words;
    }
}

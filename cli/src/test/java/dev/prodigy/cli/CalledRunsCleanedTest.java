package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.home.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Comparator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// With a run go those that its steps started (spec 05 §2.10).
class CalledRunsCleanedTest {
    @NewDesk
    private Desk desk;

    @BeforeEach
    void workflows() throws IOException {
        desk.file("outer.yml", "commands: [{workflow: middle.yml}, {workflow: inner.yml}]\n")
                .file("middle.yml", "commands: [{workflow: inner.yml}]\n")
                .file("inner.yml", "commands: ['true']\n")
                .file("tolerant.yml", "commands: [{workflow: failing.yml, continue_on_error: true}]\n")
                .file("lossy.yml", "commands: [{workflow: items.yml}]\n")
                .file("items.yml", "{mode: mapreduce, map: {input: [1, 2], agent_template: ['test ${item} = 1']}}\n")
                .file("failing.yml", "commands: ['false']\n");
    }

    private int left() {
        var runs = desk.call("runs ls --children -o json", 0).json().get("runs");
        return ((Value.Items) runs).values().size();
    }

    @ParameterizedTest
    @CsvSource({"runs clean last -f, 0", "runs clean last --dry-run, 4", "runs clean last, 4"})
    void allBelowTheRunThatIsNamed(String words, int left) {
        desk.call("run outer.yml -q", 0);
        assertThat(left()).isEqualTo(4);

        desk.call(words);

        assertThat(left()).isEqualTo(left);
    }

    @Test
    void noneOfAnotherRun() {
        desk.call("run outer.yml -q", 0);
        desk.call("run inner.yml -q", 0);

        desk.call("runs clean last -f", 0);

        assertThat(left()).isEqualTo(4);
    }

    @Test
    void oneThatIsNamedTooIsCountedOnce() {
        desk.call("run outer.yml -q", 0);
        var child = desk.call("runs show last -o json", 0).at("children.0");

        var said = desk.call("runs clean last " + child + " -f -o json", 0);

        assertThat(said.at("removed.runs")).isEqualTo("4");
        assertThat(said.at("kept")).isEqualTo("[]");
    }

    @Test
    void oneThatFailedGoesToo() {
        desk.call("run tolerant.yml -q", 3);

        assertThat(desk.call("runs clean last -f -o json", 0).at("removed.runs"))
                .isEqualTo("2");
    }

    @Test
    void oneWithDeadLettersStaysAndIsNamed() {
        desk.call("run lossy.yml -q", 3);

        var said = desk.call("runs clean last -f -o json", 0);

        assertThat(said.at("removed.runs")).isEqualTo("1");
        assertThat(said.at("kept.0.reason")).contains("it has 1 dead letter");
        assertThat(left()).isEqualTo(1);
    }

    /// Steps that are done in a called run of a called run, and one that fails until a file is there.
    private void stopInside() throws IOException {
        desk.file("caller.yml", "commands: [{workflow: called.yml}]\n")
                .file("called.yml", "commands: [{workflow: done.yml}, {workflow: steps.yml}]\n")
                .file("done.yml", "commands: ['true']\n")
                .file("steps.yml", "commands: ['echo x >> done.txt', 'test -e mended']\n");
        desk.call("run caller.yml -q", 1);
        assertThat(left()).isEqualTo(4);
    }

    @ParameterizedTest
    @ValueSource(strings = {"runs clean --all", "clean all --all", "events clean --all-jobs --older-than 0s"})
    void oneWithWhichItsCallerGoesOnStays(String words) throws IOException {
        stopInside();

        var said = desk.call(words + " -f -o json", 0);

        assertThat(said.at("removed.runs")).as("%s", said).isEqualTo("1");
        assertThat(said.out()).contains("it can be resumed (failed)", "would go on with it");
        desk.file("mended", "").call("resume -q", 0);
        assertThat(Files.readAllLines(desk.folder().resolve("done.txt"))).containsExactly("x");
        assertThat(left()).isEqualTo(3);
        assertThat(desk.call("runs clean --all -f -o json", 0).at("removed.runs"))
                .isEqualTo("3");
    }

    @Test
    void oneThatIsNamedStaysWhileItsCallerCanGoOn() throws IOException {
        stopInside();
        var called = desk.call("runs show last -o json", 0).at("children.0");

        assertThat(desk.call("runs clean " + called + " -f -o json", 0).at("removed.runs"))
                .isEqualTo("0");
        assertThat(desk.call("runs clean " + called + " -f --include-resumable -o json", 0)
                        .at("removed.runs"))
                .isEqualTo("3");
    }

    @Test
    void oneWhoseCallerHasNoJournalAnyMoreGoes() throws IOException {
        stopInside();
        try (var runs = Files.walk(desk.home().resolve("events"))) {
            Folders.delete(runs.filter(Files::isDirectory)
                    .filter(folder -> folder.getFileName().toString().startsWith("workflow-"))
                    .min(Comparator.naturalOrder())
                    .orElseThrow());
        }

        assertThat(desk.call("runs clean --all -f -o json", 0).at("removed.runs"))
                .isEqualTo("3");
    }
}

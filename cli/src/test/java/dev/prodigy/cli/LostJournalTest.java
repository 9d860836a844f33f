package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.runtime.home.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Spec 03 §12: what becomes of the worktree of a run that has lost its journal. Views tell that there was such a run.
class LostJournalTest {
    @TempDir
    Path temporary;

    private Desk desk;
    private String run;

    @BeforeEach
    void aRunThatFailedBehindACommit() throws Exception {
        desk = new Desk(temporary);
        desk.file("file", "before\n").file("flow.yml", """
                commands: [{shell: "echo run >file; git commit -qam run"}, {shell: exit 3}]
                """);
        desk.git("init -q -b main", "config user.name t", "config user.email t@t", "add .", "commit -qm first");
        run = desk.call("run flow.yml -o json", 1).at("run_id");
    }

    private void lose(String how) throws IOException {
        Path journal;
        try (var files = Files.walk(desk.home().resolve("events"))) {
            journal = files.filter(file -> file.getFileName().toString().startsWith("events-"))
                    .findFirst()
                    .orElseThrow();
        }
        Files.delete(journal);
        if (how.equals("emptied")) {
            Files.createFile(journal);
        } else if (how.endsWith("folder")) {
            Folders.delete(journal.getParent());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"emptied", "deleted", "deleted with its folder"})
    void itsWorktreeStaysUntilItIsNamed(String how) throws IOException {
        lose(how);
        var record = Files.readString(desk.home().resolve("sessions/" + run + ".json"));

        var listed = desk.call("worktree ls -o json", 75);
        assertThat(listed.at("worktrees.0.state")).isEqualTo("unmerged");
        assertThat(listed.at("error.code")).isEqualTo("journal_damaged");
        assertThat(desk.call("worktree ls", 75).out()).contains("unmerged");
        for (var words : List.of("clean-orphaned", "clean-orphaned " + run, "clean -a -f")) {
            var cleaned = desk.call("worktree " + words + " -o json", 0);
            assertThat(cleaned.at("removed")).isEqualTo("[]");
            assertThat(cleaned.at("kept.0.reason")).contains("damaged", "prodigy fsck " + run);
        }
        assertThat(desk.call("worktree gc -o json", 0).at("removed")).isEqualTo("[]");
        for (var words : List.of("merge " + run, "merge -a", "merge")) {
            var refused = desk.call("worktree " + words + " -o json", 75);
            assertThat(refused.at("error.code")).isEqualTo("journal_damaged");
        }
        assertThat(desk.home().resolve("sessions/" + run + ".json")).hasContent(record);

        var named = desk.call("worktree clean " + run + " -f -o json", 0);

        assertThat(named.at("removed.0")).isEqualTo(run);
        assertThat(named.at("salvaged.0.ref")).startsWith("refs/prodigy/salvage/");
        assertThat(desk.call("fsck " + run + " -o json", 1).at("runs.0.records"))
                .as("nothing is written into what is left of the journal")
                .isEqualTo("0");
    }

    /// Where its middle is damaged, what is valid before that tells of the worktree.
    @Test
    void aDamagedOneIsToldBesideTheWorktree() throws IOException {
        try (var files = Files.walk(desk.home().resolve("events"))) {
            var journal = files.filter(file -> file.getFileName().toString().startsWith("events-"))
                    .findFirst()
                    .orElseThrow();
            Files.writeString(journal, Files.readString(journal).replaceFirst("step_started", "Step_started"));
        }

        var listed = desk.call("worktree ls -o json", 75);

        assertThat(listed.at("worktrees.0.run_id")).isEqualTo(run);
        assertThat(listed.at("error.hint")).contains("prodigy fsck " + run);
    }

    @ParameterizedTest
    @ValueSource(strings = {"emptied", "deleted", "deleted with its folder"})
    void itIsNotSaidThatThereIsNothingToResume(String how) throws IOException {
        lose(how);

        assertThat(desk.call("resume -o json", 75).at("error.code")).isEqualTo("journal_damaged");
        assertThat(desk.call("resume list -o json", 75).at("error.message")).contains(run);

        desk.call("run flow.yml -q", 1);
        assertThat(desk.call("resume -o json", 1).at("status")).isEqualTo("failed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"emptied", "deleted", "deleted with its folder"})
    void itsRemovalTakesItsWorktree(String how) throws IOException {
        lose(how);

        desk.call("runs clean --all --include-resumable -f", 0);

        assertThat(desk.call("worktree ls -o json", 0).at("worktrees")).isEqualTo("[]");
        assertThat(desk.call("runs ls -o json", 0).at("runs")).isEqualTo("[]");
    }

    /// As a run is kept whose journal is damaged in its middle (spec 05 §2.10).
    @ParameterizedTest
    @ValueSource(strings = {"emptied", "deleted", "deleted with its folder"})
    void itIsKeptWhereItIsNamed(String how) throws IOException {
        lose(how);

        var cleaned = desk.call("runs clean " + run + " -f -o json", 0);

        assertThat(cleaned.at("kept.0.reason")).contains("damaged", "prodigy fsck " + run);
        assertThat(desk.call("runs clean last --include-resumable -f -o json", 0)
                        .at("removed.runs"))
                .isEqualTo("1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"dlq list", "dlq stats", "dlq analyze", "dlq show item-001"})
    void itsDeadLettersAreNotSaidToBeNone(String words) throws IOException {
        desk.call("runs clean " + run + " --include-resumable -f", 0);
        desk.file("items.yml", "mode: mapreduce\nmap: {input: [1], agent_template: [{shell: exit 3}]}\n");
        desk.call("run items.yml -q", 3);
        lose("emptied");

        assertThat(desk.call(words + " -o json", 75).at("error.code")).isEqualTo("journal_damaged");
    }
}

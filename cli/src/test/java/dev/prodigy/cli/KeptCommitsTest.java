package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Spec 03 §11, §12, 05 §2.8, §2.10: what commands say and do about commits of a run that are not merged.
class KeptCommitsTest {
    private static final String COMMITS = """
            commands: [{shell: "echo run >file; git commit -qam run"}]
            """;

    @TempDir
    Path temporary;

    private Desk desk;

    @BeforeEach
    void repository() throws Exception {
        desk = new Desk(temporary);
        desk.file("file", "before\n").file("flow.yml", COMMITS);
        desk.git("init -q -b main", "config user.name t", "config user.email t@t", "add .", "commit -qm first");
    }

    @ParameterizedTest
    @ValueSource(strings = {"worktree merge last", "worktree clean last -f"})
    void theRunsRecordIsRightBehindThem(String command) {
        desk.call("run flow.yml", 0);

        desk.call(command, 0);

        assertThat(desk.call("fsck last -o json", 0).at("runs.0.views.stale")).isEqualTo("[]");
    }

    /// Spec 03 §6: at its end a redrive says where the commits of its successes are, however it ended.
    @Test
    void aRedriveThatGaveUpNamesTheBranchOfItsSuccesses() throws Exception {
        desk.file("map.yml", """
                mode: mapreduce
                map:
                  input: [1, 2, 3, 4, 5, 6, 7]
                  agent_template:
                    - shell: test -e $PRODIGY_REPO/../mended && test ${item} = 1
                    - shell: touch new; git add new; git commit -qm new
                """);
        desk.call("run map.yml -y", 3);
        Files.createFile(desk.folder().resolveSibling("mended"));

        var retried = desk.call("dlq retry last --max-parallel 1", 4);

        assertThat(retried.err())
                .contains("The commits are on the branch prodigy/mapreduce-", "prodigy worktree merge");
    }

    @Test
    void whatIsMergedAlreadyIsSaidToBe() {
        desk.call("run flow.yml -y", 0);

        var text = desk.call("worktree merge last", 0);
        var json = desk.call("worktree merge last -o json", 0);

        assertThat(text.out()).contains(" is merged into main already").doesNotContain("merged workflow");
        assertThat(json.at("merged.0.already")).isEqualTo("true");
    }

    /// The hint is typed as it stands (spec 05 §1).
    @ParameterizedTest
    @CsvSource({
        "runs show last -o json, error.hint, resume ID -y",
        "worktree merge last -o json, not_merged.0.hint, worktree merge ID"
    })
    void aTargetThatIsGoneIsMadeAnewByTheHint(String words, String place, String next) throws Exception {
        desk.file("gone.yml", """
                commands:
                  - shell: echo run >file; git commit -qam run
                  - shell: git -C %s checkout -q main; git branch -q -D work
                """.formatted(desk.folder()));
        desk.git("checkout -q -b work");
        var run = desk.call("run gone.yml -y -o json", 1).at("run_id");

        var hint = desk.call(words).at(place);

        var command = next.replace("ID", run);
        assertThat(hint).isEqualTo("git branch work prodigy/" + run + ", then prodigy " + command);
        desk.git("branch work prodigy/" + run);
        assertThat(desk.call(command).exitCode()).isZero();
        assertThat(desk.call("runs show last -o json").at("merge")).isEqualTo("merged");
    }

    /// What is named is meant: keeping it is no success. Of many those that stay are only told.
    @ParameterizedTest
    @CsvSource({"last, 1", "-a, 0", "last -a, 0", "'', 0", "last --dry-run, 0", "last --merged-only, 0"})
    void aWorktreeThatIsNamedAndStaysIsNotPossible(String words, int exitCode) {
        desk.call("run flow.yml", 0);

        var kept = desk.call(("worktree clean -o json " + words).trim(), exitCode);

        assertThat(kept.at("kept")).contains(words.contains("merged") ? "[]" : "its commits are not merged");
    }

    @Test
    void theDryRunOfACleaningNamesWhatItSaves() {
        desk.call("run flow.yml", 0);

        var foreseen = desk.call("runs clean last --dry-run -o json", 0);
        var told = desk.call("runs clean last --dry-run", 0);
        var cleaned = desk.call("runs clean last -f -o json", 0);

        assertThat(foreseen.at("salvaged.0.ref")).startsWith("refs/prodigy/salvage/");
        assertThat(foreseen.at("salvaged")).isEqualTo(cleaned.at("salvaged"));
        assertThat(told.out()).contains("would save what is in ", foreseen.at("salvaged.0.ref"));
    }

    @Test
    void theDryRunNamesTheBranchesOfFailedItemsToo() throws IOException {
        desk.file("items.yml", """
                mode: mapreduce
                map: {input: [1], agent_template: [{shell: "echo 1 >file; git commit -qam item; exit 3"}]}
                """);
        desk.call("run items.yml", 3);

        var foreseen = desk.call("runs clean last --include-resumable --dry-run -o json", 0);
        var cleaned = desk.call("runs clean last --include-resumable -f -o json", 0);

        assertThat(foreseen.at("salvaged.0.ref")).contains("/item-001-branch");
        assertThat(foreseen.at("salvaged")).isEqualTo(cleaned.at("salvaged"));
    }

    @Test
    void aMergeThatIsRefusedNamesTheNextCommand() throws IOException {
        var id = desk.call("run flow.yml -o json", 0).at("run_id");
        desk.file("file", "changed\n");

        var refused = desk.call("worktree merge -o json", 1);

        assertThat(refused.at("not_merged.0.code")).isEqualTo("MERGE_REFUSED");
        assertThat(refused.at("not_merged.0.hint")).isEqualTo("prodigy worktree merge " + id);
    }

    @Test
    void theStepThatDidNotResolveAConflictIsNamed() throws IOException {
        desk.file("conflict.yml", """
                commands:
                  - shell: echo run >file; git commit -qam run
                  - shell: cd "$PRODIGY_REPO"; echo other >file; git commit -qam other
                merge: {on_conflict: ["true", "exit 9"]}
                """);

        var ended = desk.call("run conflict.yml -y -o json", 1);

        assertThat(ended.at("error.code")).isEqualTo("MERGE_CONFLICT");
        assertThat(ended.at("error.message"))
                .contains("; the steps of on_conflict failed: merge.on_conflict[1] with EXIT_9; ");
        assertThat(desk.call("runs show -o json", 0).at("error.message")).isEqualTo(ended.at("error.message"));
    }

    /// A run without a target is merged by hand, as it is told to be.
    @Test
    void whatIsMergedByHandIsMerged() throws Exception {
        desk.git("checkout -q --detach");
        var id = desk.call("run flow.yml -o json", 0).at("run_id");
        assertThat(desk.call("worktree merge -o json", 1).at("not_merged.0.hint"))
                .isEqualTo("git merge prodigy/" + id);

        desk.git("merge -q prodigy/" + id);

        assertThat(desk.call("worktree ls -o json", 0).at("worktrees.0.state")).isEqualTo("merged");
        assertThat(desk.call("worktree merge -o json", 0).at("not_merged")).isEqualTo("[]");
        assertThat(desk.call("worktree clean -o json", 0).at("removed.0")).isEqualTo(id);
    }
}

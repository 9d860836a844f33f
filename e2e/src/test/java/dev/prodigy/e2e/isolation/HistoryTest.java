package dev.prodigy.e2e.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.sandbox.NewSandbox;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Steps outside of items may do with git what they like, but what finished stages and items committed comes to the
/// target, or the run says that it does not (spec 00 promises 1 and 7, 03 §10, §12, §14).
class HistoryTest {
    private static final String JOB = """
            mode: mapreduce
            setup:
              - shell: echo s >setup.txt; git add .; git commit -qm setup
            map:
              input: [{id: 1}, {id: 2}]
              agent_template:
                - shell: echo ${item.id} >f${item.id}; git add .; git commit -qm item
            reduce:
              - shell: echo r >r.txt; git add .; git commit -qm first
              - shell: |
                  [ -e "$(dirname "$TRACE")/mended" ] || { %s; }
              - shell: echo l >l.txt; git add .; git commit -qm last
            """;

    @NewSandbox
    private Sandbox sandbox;

    /// The step is at fault, and runs again where the acknowledged work is.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "git reset -q --hard HEAD~2",
                "git checkout -q -B \"$(git branch --show-current)\" main",
                "git update-ref \"refs/heads/$(git branch --show-current)\" \"$(git rev-parse main)\"",
                "git reset -q --hard HEAD~2; echo z >z.txt; git add .; git commit -qm z",
                "git reset -q --hard main; git reflog expire --expire=now --all; git gc -q --prune=now"
            })
    void aStepThatTakesFinishedWorkOutOfTheHistoryFails(String step) throws IOException {
        var ended = sandbox.prodigy().run("run", sandbox.workflow(JOB.formatted(step)), "-y", "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(1);
        assertThat(ended.json().text("error.code")).isEqualTo("HISTORY_REWRITTEN");
        assertThat(ended.err()).containsPattern("failed +reduce\\[1\\] ");
        assertThat(sandbox.repository().git("log", "--format=%s", "main")).doesNotContain("setup");
        var late = sandbox.prodigy().run("worktree", "merge", ended.json().text("run_id"));
        assertThat(late.exitCode()).as("%s", late).isEqualTo(1);

        var again = sandbox.prodigy().run("resume", ended.json().text("run_id"), "-y", "-o", "json");
        assertThat(again.exitCode()).as("%s", again).isEqualTo(1);
        assertThat(again.json().text("error.code")).isEqualTo("HISTORY_REWRITTEN");

        Files.writeString(sandbox.folder().resolve("mended"), "");
        var last = sandbox.prodigy().run("resume", ended.json().text("run_id"), "-y", "-o", "json");
        assertThat(last.exitCode()).as("%s", last).isZero();
        everythingIsIn();
    }

    /// Where no other history stands in the branch's place, a merge on command takes what the journal tells of.
    @Test
    void aStepThatDeletesItsBranchFails() throws IOException {
        var step = "git checkout -q --detach main; git branch -q -D \"$PRODIGY_BRANCH\"";
        var ended = sandbox.prodigy().run("run", sandbox.workflow(JOB.formatted(step)), "-y", "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(1);
        assertThat(ended.json().text("error.code")).isEqualTo("HISTORY_REWRITTEN");
        var late = sandbox.prodigy().run("worktree", "merge", ended.json().text("run_id"));
        assertThat(late.exitCode()).as("%s", late).isZero();
        assertThat(sandbox.repository().git("log", "--format=%s", "main")).contains("setup", "item", "first");

        Files.writeString(sandbox.folder().resolve("mended"), "");
        var last = sandbox.prodigy().run("resume", ended.json().text("run_id"), "-y", "-o", "json");
        assertThat(last.exitCode()).as("%s", last).isZero();
        everythingIsIn();
    }

    @Test
    void aStepThatCutsItsWorktreeOffFailsAndRunsAgain() throws IOException {
        var workflow = sandbox.workflow("""
                commands:
                  - shell: echo s >s; git add s; git commit -qm s
                  - shell: test -e "$TRACE.mended" || rm .git
                  - shell: git log -1 --format=%s >>"$TRACE"
                """);

        var ended = sandbox.prodigy().run("run", workflow, "-y", "-o", "json");
        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(1);
        assertThat(ended.json().text("error.code")).isEqualTo("WORKTREE_ERROR");
        assertThat(ended.err()).containsPattern("failed +commands\\[1\\] ");

        Files.createFile(sandbox.folder().resolve("trace.mended"));
        var again = sandbox.prodigy().run("resume", "-y", "-o", "json");
        assertThat(again.exitCode()).as("%s", again).isZero();
        assertThat(sandbox.trace()).containsExactly("s");
    }

    /// A history of the steps' own making is theirs, and HEAD may stay elsewhere.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "git commit -q --amend -m amended",
                "git checkout -q --detach",
                "git checkout -q -b other",
                "git checkout -q --detach; git branch -q -D \"$PRODIGY_BRANCH\""
            })
    void stepsMayRewriteWhatTheirOwnStageMade(String step) throws IOException {
        var ended = sandbox.prodigy().run("run", sandbox.workflow(JOB.formatted(step)), "-y", "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.err()).doesNotContain("COMMITS_SAVED");
        everythingIsIn();
    }

    /// Where HEAD was left elsewhere by steps that have all ended, nobody but a person can say what is right.
    @Test
    void aHistoryThatLeavesFinishedWorkBehindIsRefusedUntilSomeonePutsItRight() throws IOException {
        var workflow = sandbox.workflow(JOB.formatted("git checkout -q -b other main"));
        var ended = sandbox.prodigy().run("run", workflow, "-y", "-o", "json");
        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(1);
        assertThat(ended.json().text("error.code")).isEqualTo("HISTORY_REWRITTEN");
        var run = ended.json().text("run_id");
        var held = sandbox.repository().git("rev-parse", "prodigy/" + run);

        var again = sandbox.prodigy().run("resume", run, "-y", "-o", "json");
        assertThat(again.exitCode()).as("%s", again).isEqualTo(1);
        assertThat(again.json().text("error.code")).isEqualTo("HISTORY_REWRITTEN");

        sandbox.repository()
                .git(
                        "-C",
                        sandbox.journal().events("worktree_created").getFirst().text("path"),
                        "merge",
                        "-q",
                        held);
        var last = sandbox.prodigy().run("resume", run, "-y", "-o", "json");
        assertThat(last.exitCode()).as("%s", last).isZero();
        everythingIsIn();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "git checkout -q -b o HEAD~1; echo z >r.txt; git add .; git commit -qm z; git checkout -q -; git merge o",
                "git checkout -q -b o HEAD~1; echo z >r.txt; git add .; git commit -qm z; git checkout -q -; git cherry-pick o",
                "git checkout -q -b o HEAD~1; echo z >r.txt; git add .; git commit -qm z; git checkout -q -; git merge --squash o",
                "echo d >r.txt; git stash -q; echo e >r.txt; git commit -qam e; git stash pop",
            })
    void whatIsLeftHalfDoneIsNotTakenForDone(String step) throws IOException {
        var workflow = sandbox.workflow("""
                name: unfinished
                commands:
                  - shell: echo r >r.txt; git add .; git commit -qm r
                  - shell: (%s) || true
                """.formatted(step));
        var ended = sandbox.prodigy().run("run", workflow, "-y", "-o", "json");
        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(1);
        assertThat(ended.json().text("error.code")).isEqualTo("GIT_UNFINISHED");

        var run = ended.json().text("run_id");
        assertThat(sandbox.prodigy().run("resume", run, "-y").exitCode()).isEqualTo(1);
        var tree = sandbox.journal().events("worktree_created").getFirst().text("path");
        sandbox.repository().git("-C", tree, "add", ".");
        sandbox.repository().git("-C", tree, "commit", "-qm", "resolved");
        var last = sandbox.prodigy().run("resume", run, "-y", "-o", "json");
        assertThat(last.exitCode()).as("%s", last).isZero();
        assertThat(sandbox.repository().git("log", "--format=%s", "main")).contains("resolved");
    }

    /// The workflow's text does not tell that its steps commit, and the commit that a finished step has come to is not
    /// in the branch any more when the program dies.
    @Test
    void aFinishedStepsCommitsAreThereAfterACrashInAStepThatTookThemOut() throws IOException {
        sandbox.repository()
                .write("go.sh", "echo o >one.txt; git add .; git commit -qm one")
                .commitAll("script");
        var workflow = sandbox.workflow("""
                name: crashed
                commands:
                  - shell: sh go.sh
                  - shell: |
                      echo run >>"$TRACE"
                      [ $(wc -l <"$TRACE") -gt 1 ] || { git reset -q --hard HEAD~1; kill -9 $PPID; sleep 5; }
                """);

        assertThat(sandbox.prodigy().run("run", workflow, "-y").exitCode()).isEqualTo(137);
        var again = sandbox.prodigy().run("resume", "last", "-y", "-o", "json");

        assertThat(again.exitCode()).as("%s", again).isZero();
        assertThat(sandbox.repository().git("ls-tree", "--name-only", "main")).contains("one.txt");
    }

    private void everythingIsIn() throws IOException {
        assertThat(sandbox.repository().git("ls-tree", "--name-only", "main"))
                .contains("f1", "f2", "setup.txt", "r.txt", "l.txt");
        assertThat(sandbox.repository().git("log", "--format=%s", "main")).contains("Merge item-001", "Merge item-002");
        assertThat(sandbox.repository().refs("refs/heads/prodigy")).isEmpty();
    }
}

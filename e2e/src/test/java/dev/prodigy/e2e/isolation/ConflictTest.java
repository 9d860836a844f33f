package dev.prodigy.e2e.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.sandbox.NewSandbox;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The merge of a run into the user's branch, and work of the user that conflicts with it (spec 03 §11).
class ConflictTest {
    /// The user commits to the same file while the run goes on.
    private static final String WITH_THE_USER = """
            mode: mapreduce
            map:
              input: [{id: 1}]
              agent_template:
                - shell: |
                    echo run >notes.txt && git add . && git commit -qm run
                    cd "$PRODIGY_REPO" && echo user >notes.txt && git add . && git commit -qm user
            """;

    @NewSandbox
    private Sandbox sandbox;

    @Test
    void aConflictWithTheUsersBranchLeavesItUntouched() throws IOException {
        var ended = sandbox.prodigy().run("run", sandbox.workflow(WITH_THE_USER), "-o", "json", "-y");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(1);
        assertThat(ended.json().text("error.code")).isEqualTo("MERGE_CONFLICT");
        assertThat(ended.json().text("error.message")).contains("notes.txt");
        assertThat(sandbox.repository().git("show", "HEAD:notes.txt")).isEqualTo("user");
        assertThat(sandbox.repository().git("status", "--porcelain")).isEmpty();

        var run = ended.json().text("run_id");
        assertThat(ended.json().text("error.message")).contains("git merge prodigy/" + run + ",");
        sandbox.repository().git("merge", "-q", "--no-edit", "-X", "ours", "prodigy/" + run);
        var resumed = sandbox.prodigy().run("resume", run, "-o", "json", "-y");
        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(sandbox.repository().git("show", "HEAD:notes.txt")).isEqualTo("user");
    }

    @Test
    void stepsResolveAConflictWithTheUsersBranch() throws IOException {
        var workflow = sandbox.workflow(WITH_THE_USER + """
                merge:
                  commands:
                    - shell: echo merging >>"$TRACE"
                  on_conflict:
                    - shell: |
                        echo '${conflict.files}' >>"$TRACE"
                        [ -e "$TRACE.mended" ] || exit 4
                        echo both >notes.txt
                """);

        var ended = sandbox.prodigy().run("run", workflow, "-o", "json", "-y");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(1);
        assertThat(ended.json().text("error.code")).isEqualTo("MERGE_CONFLICT");
        assertThat(ended.json().text("error.cause.code")).isEqualTo("EXIT_4");
        assertThat(sandbox.repository().git("show", "HEAD:notes.txt")).isEqualTo("user");

        Files.createFile(sandbox.folder().resolve("trace.mended"));
        var run = ended.json().text("run_id");
        var again = sandbox.prodigy().run("resume", run, "-y", "-o", "json");

        assertThat(again.exitCode()).as("%s", again).isZero();
        assertThat(sandbox.trace()).containsExactly("merging", "[\"notes.txt\"]", "[\"notes.txt\"]");
        assertThat(sandbox.repository().git("show", "HEAD:notes.txt")).isEqualTo("both");
        assertThat(sandbox.repository().git("branch", "--list", "prodigy*")).isEmpty();
        assertThat(sandbox.journal().count("agent_started")).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{shell: echo both >notes.txt, auto_commit: true}", "{workflow: resolve}"})
    void aStepThatCommitsAutomaticallyResolvesTheMerge(String step) throws IOException {
        sandbox.workflow("resolve.yml", "commands: [{shell: echo both >notes.txt, auto_commit: true}]");
        var workflow = sandbox.workflow(WITH_THE_USER + "merge: {on_conflict: [" + step
                + "]}\nworkflows: {resolve: {source: ./resolve.yml}}\n");

        var ended = sandbox.prodigy().run("run", workflow, "-o", "json", "-y");

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(sandbox.repository().git("show", "HEAD:notes.txt")).isEqualTo("both");
    }

    /// Spec 03 §11: the merge's variables hold for all of its steps, with `merge.commands` and without.
    @ParameterizedTest
    @ValueSource(strings = {"run", "resume", "worktree merge"})
    void stepsThatResolveReadTheMergesVariables(String command) throws IOException {
        var workflow = sandbox.workflow("""
                commands:
                  - shell: |
                      echo run >notes.txt && git add . && git commit -qm run
                      cd "$PRODIGY_REPO" && echo user >notes.txt && git add . && git commit -qm user
                merge:
                  on_conflict:
                    - shell: |
                        test -e "$TRACE.mended" || exit 1
                        echo "${merge.source_branch} ${merge.target_branch} ${merge.commit_count} ${merge.file_list}" >>"$TRACE"
                        echo both >notes.txt
                """);
        var mended = sandbox.folder().resolve("trace.mended");
        if (command.equals("run")) {
            Files.createFile(mended);
        }
        var consent = command.equals("worktree merge") ? "--no-merge" : "-y";
        var first = sandbox.prodigy().run("run", workflow, "-o", "json", consent);
        var run = first.json().text("run_id");
        if (!command.equals("run")) {
            Files.createFile(mended);
        }

        var last = switch (command) {
            case "resume" -> sandbox.prodigy().run("resume", run, "-y");
            case "worktree merge" -> sandbox.prodigy().run("worktree", "merge", run);
            default -> first;
        };

        assertThat(last.exitCode()).as("%s", last).isZero();
        assertThat(sandbox.trace()).containsExactly("prodigy/" + run + " main 1 notes.txt");
        assertThat(sandbox.repository().git("show", "HEAD:notes.txt")).isEqualTo("both");
    }

    /// The session worktree is made for them: the items had slots.
    @Test
    void aWorktreeThatIsMadeForAConflictIsSetUp() throws IOException {
        var workflow = sandbox.workflow(WITH_THE_USER + """
                worktree:
                  setup: 'case $PWD in */slot-*) ;; *) echo "set up" >>"$TRACE" ;; esac'
                merge:
                  on_conflict:
                    - shell: echo resolving >>"$TRACE"; echo both >notes.txt
                """);

        var ended = sandbox.prodigy().run("run", workflow, "-o", "json", "-y");

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(sandbox.trace()).containsExactly("set up", "resolving");
    }

    /// Ends a run while steps of its merge are at work; those that run again come to their end.
    ///
    /// @param word that they write first
    private void cutOff(String workflow, String word, String signal) throws IOException {
        var running = sandbox.prodigy().start("run", workflow, "-y");
        running.until("the steps have begun", () -> sandbox.trace().contains(word));
        running.signal(signal).await();
        Files.createFile(sandbox.folder().resolve("trace.go"));
    }

    /// The half merge is prodigy's own: it begins anew, and the merge's steps are not blamed for it.
    @ParameterizedTest
    @ValueSource(strings = {"KILL", "INT"})
    void stepsThatAreCutOffAmidAConflictBeginAgain(String signal) throws IOException {
        var workflow = sandbox.workflow(WITH_THE_USER + """
                merge:
                  commands:
                    - shell: echo merging >>"$TRACE"
                  on_conflict:
                    - shell: |
                        echo resolving >>"$TRACE"
                        [ -e "$TRACE.go" ] || sleep 600
                        echo both >notes.txt
                """);
        cutOff(workflow, "resolving", signal);

        var again = sandbox.prodigy().run("resume", "-y", "-o", "json");

        assertThat(again.exitCode()).as("%s", again).isZero();
        assertThat(sandbox.trace()).containsExactly("merging", "resolving", "resolving");
        assertThat(sandbox.repository().git("show", "HEAD:notes.txt")).isEqualTo("both");
        assertThat(sandbox.journal().count("agent_started")).isEqualTo(1);
    }

    /// Spec 05 §2.8: as the end of the run would, its gate included.
    @Test
    void aMergeThatWasCutOffInItsStepsIsRepeatedWithThem() throws IOException {
        var workflow = sandbox.workflow("""
                commands:
                  - shell: echo new >new.txt
                    auto_commit: true
                merge:
                  - shell: echo gate >>"$TRACE"; [ -e "$TRACE.go" ] || sleep 600; exit 9
                """);
        cutOff(workflow, "gate", "INT");

        var merged = sandbox.prodigy().run("worktree", "merge", "last", "-o", "json");

        assertThat(merged.exitCode()).as("%s", merged).isEqualTo(1);
        assertThat(merged.json().list("not_merged").getFirst().text("code")).isEqualTo("EXIT_9");
        assertThat(sandbox.trace()).containsExactly("gate", "gate");
        assertThat(sandbox.repository().git("ls-tree", "--name-only", "main")).doesNotContain("new.txt");
    }

    /// The steps have seen the commits; what the run kept, the command merges.
    @Test
    void aBranchThatTheRunKeptIsMergedOnCommand() throws IOException {
        var workflow = sandbox.workflow("""
                commands:
                  - shell: echo new >new.txt
                    auto_commit: true
                merge:
                  commands: [echo gate >>"$TRACE"]
                  finish: keep
                """);
        sandbox.prodigy().run("run", workflow, "-y");
        assertThat(sandbox.repository().git("ls-tree", "--name-only", "main")).doesNotContain("new.txt");
        var kept = sandbox.prodigy().run("runs", "show", "-o", "json").json();
        assertThat(kept.text("phases.0.phase")).isEqualTo("merge");
        assertThat(kept.text("phases.0.status")).isEqualTo("completed");

        var merged = sandbox.prodigy().run("worktree", "merge", "last");

        assertThat(merged.exitCode()).as("%s", merged).isZero();
        assertThat(sandbox.repository().git("ls-tree", "--name-only", "main")).contains("new.txt");
        assertThat(sandbox.trace()).containsExactly("gate");
        assertThat(sandbox.repository().refs("refs/heads")).containsExactly("refs/heads/main");
    }

    /// Spec 05 §2.8: the merge is made as the end of the run would; the run itself does not go on.
    @ParameterizedTest
    @CsvSource({"0, 0, merged", "9, 1, EXIT_9"})
    void aFailedRunsMergeStepsRunAndDecide(int gate, int exitCode, String outcome) throws IOException {
        var workflow = sandbox.workflow("""
                commands:
                  - shell: echo new >new.txt
                    auto_commit: true
                  - shell: echo failing >>"$TRACE"; exit 7
                merge:
                  - shell: echo gate >>"$TRACE"; exit GATE
                """.replace("GATE", String.valueOf(gate)));
        sandbox.prodigy().run("run", workflow, "-y");

        var merged = sandbox.prodigy().run("worktree", "merge", "last", "-o", "json");

        assertThat(merged.exitCode()).as("%s", merged).isEqualTo(exitCode);
        assertThat(merged.out()).contains(outcome);
        assertThat(sandbox.trace()).containsExactly("failing", "gate");
        assertThat(sandbox.repository().git("ls-tree", "--name-only", "main").contains("new.txt"))
                .isEqualTo(gate == 0);
        var run = sandbox.prodigy().run("runs", "show", "last", "-o", "json").json();
        assertThat(run.text("status")).isEqualTo("failed");
        assertThat(run.text("merge")).isEqualTo(gate == 0 ? "merged" : "not_merged");
        assertThat(run.text("error.code")).isEqualTo("EXIT_7");
    }

    @Test
    void stepsResolveTheConflictOfAFailedRun() throws IOException {
        var workflow = sandbox.workflow("""
                commands:
                  - shell: |
                      echo run >notes.txt && git add . && git commit -qm run
                      cd "$PRODIGY_REPO" && echo user >notes.txt && git add . && git commit -qm user
                  - shell: exit 7
                merge:
                  on_conflict:
                    - shell: echo both >notes.txt
                """);
        sandbox.prodigy().run("run", workflow, "-y");

        var merged = sandbox.prodigy().run("worktree", "merge", "last");

        assertThat(merged.exitCode()).as("%s", merged).isZero();
        assertThat(sandbox.repository().git("show", "HEAD:notes.txt")).isEqualTo("both");
    }

    /// No ref can hold a repository; of the rest it is said what became of it.
    @ParameterizedTest
    @CsvSource({
        "git init -q tool, LEFTOVERS_KEPT: steps of the run left uncommitted files",
        "true, 'LEFTOVERS_SAVED: steps of the run left uncommitted files, which were saved and not merged: note in '"
    })
    void whatStepsLeftIsSavedBeforeAConflictIsResolvedInTheirWorktree(String more, String said) throws IOException {
        var workflow = sandbox.workflow(WITH_THE_USER + """
                worktree: {setup: 'case $PWD in */slot-*) ;; *) echo "set up" >>"$TRACE" ;; esac'}
                reduce: [{shell: "echo n >note; %s"}]
                merge:
                  on_conflict: [{shell: test ! -e note; echo both >notes.txt}]
                """.formatted(more));

        var ended = sandbox.prodigy().run("run", workflow, "-y");

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.err()).containsOnlyOnce(said).doesNotContain("SESSION_MENDED");
        assertThat(sandbox.repository().git("show", "HEAD:notes.txt")).isEqualTo("both");
        assertThat(sandbox.trace()).hasSize(said.startsWith("LEFTOVERS_KEPT") ? 2 : 1);
    }
}

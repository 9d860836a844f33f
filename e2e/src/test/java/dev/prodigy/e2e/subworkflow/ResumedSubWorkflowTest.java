package dev.prodigy.e2e.subworkflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.journal.Journal;
import dev.prodigy.e2e.sandbox.NewSandbox;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Spec 04 §5.8, 03 §14: what becomes of a sub-workflow when its caller is killed or fails, and is taken up again.
class ResumedSubWorkflowTest {
    @NewSandbox
    private Sandbox sandbox;

    @Test
    void theSameChildGoesOnAfterAKill() throws IOException {
        sandbox.workflow("child.yml", """
                parameters: [who]
                commands:
                  - {shell: 'echo "first ${who}" >>"$TRACE"; echo got ${who}', capture: got}
                  - shell: |
                      echo waiting >>"$TRACE"
                      test -e "$TRACE.go" || { sleep 600 & sleep 600; }
                  - shell: echo "last ${got}" >>"$TRACE"
                """);
        var file = sandbox.workflow("""
                commands:
                  - {shell: echo "before" >>"$TRACE"; echo data, capture: d}
                  - {workflow: child.yml, id: c, with: {who: "${d}"}}
                  - shell: echo "after ${c.got}" >>"$TRACE"
                """);
        killed(file, "waiting");
        Files.createFile(sandbox.folder().resolve("trace.go"));

        var resumed = sandbox.prodigy().run("resume", "last", "-y", "-o", "json");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(sandbox.trace())
                .containsExactly("before", "first data", "waiting", "waiting", "last got data", "after got data");
        assertThat(children()).hasSize(1);
        assertThat(children().getFirst().count("workflow_resumed")).isEqualTo(1);
        children().getFirst().assertValid();
        parent().assertValid();
        assertThat(parent().count("subworkflow_started")).isEqualTo(1);
        sandbox.assertNothingLeftRunning();
    }

    @Test
    void aChildThatCompletedIsNotRunAgain() throws IOException {
        sandbox.workflow("child.yml", "commands: [{shell: 'echo child >>\"$TRACE\"; echo 7', capture: n}]");
        var file = sandbox.workflow("""
                workflows: {first: {source: child.yml}}
                commands:
                  - {workflow: child.yml, id: c}
                  - shell: |
                      echo waiting >>"$TRACE"
                      test -e "$TRACE.go" || sleep 600
                outputs: {n: "${c.n}${first.n}"}
                """);
        killed(file, "waiting");
        Files.createFile(sandbox.folder().resolve("trace.go"));

        var resumed = sandbox.prodigy().run("resume", "last", "-o", "json");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(resumed.json().text("outputs.n")).isEqualTo("77");
        assertThat(sandbox.trace()).containsExactly("child", "child", "waiting", "waiting");
        assertThat(children()).hasSize(2);
    }

    @Test
    void theChildOfAnItemThatDiedLeavesNoBranch() throws IOException {
        sandbox.workflow("items.yml", """
                mode: mapreduce
                map:
                  input: [1, 2]
                  max_parallel: 1
                  agent_template:
                    - shell: |
                        echo "item ${item}" >>"$TRACE"
                        echo ${item} >item${item}.txt; git add .; git commit -qm item
                        echo "made ${item}" >>"$TRACE"
                        test ${item} != 2 || test -e "$TRACE.go" || sleep 600
                """);
        var file = sandbox.workflow("""
                mode: mapreduce
                map:
                  input: [a]
                  agent_template: [{workflow: items.yml}]
                """);
        killed(file, "made 2");
        Files.createFile(sandbox.folder().resolve("trace.go"));
        assertThat(sandbox.repository().refs("refs/heads/prodigy")).isNotEmpty();

        var resumed = sandbox.prodigy().run("resume", "last", "-y", "-o", "json");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(sandbox.repository().refs("refs/heads/prodigy")).isEmpty();
        assertThat(sandbox.repository().files("main")).contains("item1.txt", "item2.txt");
        assertThat(resumed.err())
                .contains("COMMITS_SAVED: a run that an item had started died with it")
                .contains("/item-002-1");
    }

    @Test
    void finishedItemsOfAChildAreNotRunAgain() throws IOException {
        sandbox.workflow("items.yml", """
                mode: mapreduce
                map:
                  input: [1, 2, 3]
                  max_parallel: 1
                  agent_template:
                    - shell: |
                        echo "item ${item}" >>"$TRACE"
                        test ${item} != 2 || test -e "$TRACE.go" || sleep 600
                        echo ${item} >item${item}.txt; git add .; git commit -qm item
                """);
        var file = sandbox.workflow("commands: [{workflow: items.yml}, {shell: 'cat item*.txt >>\"$TRACE\"'}]");
        killed(file, "item 2");
        Files.createFile(sandbox.folder().resolve("trace.go"));

        var resumed = sandbox.prodigy().run("resume", "last", "-y", "-o", "json");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(sandbox.trace()).containsExactly("item 1", "item 2", "item 2", "item 3", "1", "2", "3");
        assertThat(children()).hasSize(1);
        assertThat(sandbox.repository().trailers("Prodigy-Item", "main^2", "--first-parent"))
                .hasSize(3);
        assertThat(sandbox.repository().refs("refs/heads/prodigy")).isEmpty();
    }

    @Test
    void anItemWhoseChildWasCutOffIsTriedAgain() throws IOException {
        sandbox.workflow("child.yml", """
                parameters: [id]
                commands:
                  - shell: |
                      echo "child ${id}" >>"$TRACE"
                      test ${id} != b || test -e "$TRACE.go" || { setsid sleep 600 & sleep 600; }
                  - shell: echo ${id} >${id}.txt; git add .; git commit -qm ${id}
                """);
        var file = sandbox.workflow("""
                mode: mapreduce
                map:
                  input: [{id: a}, {id: b}]
                  max_parallel: 1
                  agent_template: [{workflow: child.yml, with: {id: "${item.id}"}}]
                """);
        killed(file, "child b");
        Files.createFile(sandbox.folder().resolve("trace.go"));

        var resumed = sandbox.prodigy().run("resume", "last", "-y", "-o", "json");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(resumed.json().number("items.successful")).isEqualTo(2);
        assertThat(sandbox.trace()).containsExactly("child a", "child b", "child b");
        assertThat(sandbox.repository().git("ls-files")).contains("a.txt", "b.txt");
        sandbox.assertNothingLeftRunning();
    }

    /// Kills the run while it waits, and lets its worktree be gone then.
    private void resumedWithoutWorktree(String file) throws IOException {
        killed(file, "waiting");
        Files.createFile(sandbox.folder().resolve("trace.go"));
        var root = parent().events("worktree_created").getFirst().text("path");
        sandbox.repository().git("worktree", "remove", "--force", "--force", root);

        var resumed = sandbox.prodigy().run("resume", "last", "-y", "-o", "json");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        sandbox.assertNothingLeftRunning();
    }

    /// Spec 03 §12: what was to be committed and went with the worktree is made again.
    @Test
    void aChildWhoseFilesItsStepWasToCommitBeginsAnewWhereTheyAreLost() throws IOException {
        sandbox.workflow("child.yml", """
                commands:
                  - shell: echo one >one; echo made >>"$TRACE"
                  - shell: |
                      echo waiting >>"$TRACE"
                      test -e "$TRACE.go" || { sleep 600 & sleep 600; }
                """);
        resumedWithoutWorktree(sandbox.workflow("commands: [{workflow: child.yml, auto_commit: true}]"));
        assertThat(sandbox.trace()).containsExactly("made", "waiting", "made", "waiting");
        assertThat(sandbox.repository().git("show", "main:one")).isEqualTo("one");
        assertThat(children()).hasSize(2);
    }

    /// Its caller has come to its end with another one.
    @Test
    void whatAChildLeftThatNobodyGoesOnWithIsAnOrphan() throws IOException {
        sandbox.workflow("items.yml", """
                mode: mapreduce
                setup: [{shell: echo left >left.txt}]
                map:
                  input: [1, 2]
                  max_parallel: 1
                  agent_template:
                    - shell: |
                        echo ${item} >item${item}.txt; git add .; git commit -qm item
                        test ${item} = 1 || echo waiting >>"$TRACE"
                        test ${item} = 1 || test -e "$TRACE.go" || sleep 600
                """);
        resumedWithoutWorktree(sandbox.workflow("commands: [{workflow: items.yml, auto_commit: true}]"));

        var listed = sandbox.prodigy().run("worktree", "ls");
        assertThat(listed.out().lines())
                .hasSize(2)
                .allMatch(line -> line.startsWith("orphaned"))
                .anyMatch(line -> line.contains("prodigy-items/"));

        var collected = sandbox.prodigy().run("worktree", "gc");

        assertThat(collected.exitCode()).as("%s", collected).isZero();
        assertThat(sandbox.repository().refs("refs/heads/prodigy")).isEmpty();
        assertThat(sandbox.repository().refs("refs/heads/prodigy-items")).isEmpty();
        var saved = sandbox.repository().refs("refs/prodigy/salvage");
        assertThat(saved).hasSize(1);
        assertThat(sandbox.repository().files(saved.getFirst())).contains("item1.txt", "item2.txt");
    }

    @Test
    void inAChildTooAStepMakesAgainWhatItWasToCommit() throws IOException {
        sandbox.workflow("child.yml", """
                commands:
                  - shell: echo first >>"$TRACE"
                  - foreach: [a, b]
                    auto_commit: true
                    do:
                      - shell: |
                          echo ${item} >${item}; echo made ${item} >>"$TRACE"
                          test ${item} = a || test -e "$TRACE.go" || { echo waiting >>"$TRACE"; sleep 600; }
                """);
        resumedWithoutWorktree(sandbox.workflow("commands: [{workflow: child.yml}]"));
        assertThat(sandbox.trace()).containsExactly("first", "made a", "made b", "waiting", "made a", "made b");
        assertThat(sandbox.repository().git("ls-tree", "--name-only", "main")).contains("a\nb\n");
        assertThat(children()).hasSize(1);
    }

    @Test
    void aChildThatFailedGoesOnWithItsCaller() throws IOException {
        sandbox.workflow("child.yml", """
                commands:
                  - shell: echo once >>"$TRACE"
                  - shell: test -n "$REPAIRED"
                """);
        var file = sandbox.workflow("commands: [{workflow: child.yml}]");
        var failed = sandbox.prodigy().run("run", file, "-o", "json");
        assertThat(failed.exitCode()).as("%s", failed).isEqualTo(1);
        var child = children().getFirst().runId();

        var alone = sandbox.prodigy().run("resume", child, "-o", "json");
        assertThat(alone.exitCode()).as("%s", alone).isEqualTo(1);
        assertThat(alone.json().text("error.code")).isEqualTo("sub_workflow");
        assertThat(alone.json().text("error.hint")).contains("prodigy resume " + parent().runId());

        var resumed = sandbox.prodigy().with("REPAIRED", "1").run("resume", "-o", "json");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(sandbox.trace()).containsExactly("once");
        assertThat(children()).hasSize(1);
    }

    @Test
    void aChangedChildIsAChangedWorkflow() throws IOException {
        sandbox.workflow("child.yml", "commands: [{shell: 'echo one >>\"$TRACE\"'}, {shell: exit 4}]");
        var file = sandbox.workflow("commands: [{workflow: child.yml}]");
        assertThat(sandbox.prodigy().run("run", file).exitCode()).isEqualTo(1);
        sandbox.workflow("child.yml", "commands: [{shell: 'echo one >>\"$TRACE\"'}, {shell: 'echo two >>\"$TRACE\"'}]");

        var refused = sandbox.prodigy().run("resume", "-o", "json");
        var accepted = sandbox.prodigy().run("resume", "--accept-changes", "-o", "json");

        assertThat(refused.exitCode()).as("%s", refused).isEqualTo(2);
        assertThat(refused.json().text("error.message")).contains("child.yml").contains("commands[1]");
        assertThat(accepted.exitCode()).as("%s", accepted).isZero();
        assertThat(sandbox.trace()).containsExactly("one", "two");
    }

    /// Spec 03 §14: what a called run has finished is named too.
    @Test
    void changesThatComeTooLateForAChildAreNamed() throws IOException {
        var child = """
                mode: mapreduce
                map:
                  input: [%s]
                  agent_template: [{shell: 'echo ${item} >>"$TRACE"; test -e "$TRACE.go" || sleep 600'}]
                reduce: [{shell: '%s'}]
                """;
        sandbox.workflow("items.yml", child.formatted("1", "true"));
        var file = sandbox.workflow("commands: [{workflow: items.yml}]");
        killed(file, "1");
        Files.createFile(sandbox.folder().resolve("trace.go"));
        sandbox.workflow("items.yml", child.formatted("1, 2", "echo now"));

        var foreseen = sandbox.prodigy().run("resume", "last", "--accept-changes", "--dry-run");
        var resumed = sandbox.prodigy().run("resume", "last", "--accept-changes");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(resumed.err())
                .contains("NO_EFFECT")
                .contains("workflow_files[\"items.yml\"].map.input.items[1]")
                .doesNotContain("reduce[0]");
        assertThat(foreseen.out() + foreseen.err()).contains("map.input.items[1]");
        assertThat(sandbox.trace()).containsExactly("1", "1");
    }

    private void killed(String file, String line) throws IOException {
        var running = sandbox.prodigy().start("run", file, "-y", "-o", "json");
        running.until(line, () -> sandbox.trace().contains(line));
        assertThat(running.kill().exitCode()).isEqualTo(137);
    }

    private Journal parent() throws IOException {
        return sandbox.journals().stream()
                .filter(journal -> !isChild(journal))
                .findFirst()
                .orElseThrow();
    }

    private List<Journal> children() throws IOException {
        return sandbox.journals().stream()
                .filter(ResumedSubWorkflowTest::isChild)
                .toList();
    }

    private static boolean isChild(Journal journal) {
        try {
            return journal.lines().getFirst().contains("\"parent_run_id\"");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

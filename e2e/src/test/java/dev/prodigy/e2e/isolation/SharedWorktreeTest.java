package dev.prodigy.e2e.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.sandbox.NewSandbox;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/// Items that work in the session worktree itself (spec 03 §1, §9, §12): `map.isolation: none` of a run that has one.
class SharedWorktreeTest {
    /// What failed items hold back is not merged.
    private static final String SHARING = """
            mode: mapreduce
            merge: {when: complete}
            map:
              isolation: none
              max_parallel: 1
            """;

    @NewSandbox
    private Sandbox sandbox;

    @Test
    void itemsWithoutIsolationShareTheSessionWorktree() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                setup:
                  - shell: echo from setup >note.txt
                map:
                  isolation: none
                  max_parallel: 1
                  input: [1, 2]
                  agent_template:
                    - shell: cat note.txt >>"$TRACE"; echo ${item} >>all.txt; git add all.txt; git commit --quiet -m ${item}
                reduce:
                  - shell: cat all.txt >>"$TRACE"
                """);

        var ended = sandbox.prodigy().run("run", workflow, "-y", "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(sandbox.trace()).containsExactly("from setup", "from setup", "1", "2");
        assertThat(sandbox.repository().directory().resolve("all.txt")).hasContent("1\n2");
        assertThat(sandbox.repository().git("log", "--topo-order", "--format=%s", "--no-merges", "main"))
                .isEqualTo("2\n1\nfirst commit");
    }

    /// Spec 03 §1, §12: what failed items hold back is kept, also where all of it comes from items that share the
    /// session worktree.
    @Test
    void commitsOfItemsThatShareAWorktreeAreHeldBackAndKept() throws IOException {
        var workflow = sandbox.workflow(SHARING + """
                  input: [1, 2]
                  agent_template:
                    - shell: test ${item} = 1 && touch one && git add one && git commit -qm one
                """);

        var ended = sandbox.prodigy().run("run", workflow, "-y", "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
        var id = ended.json().text("run_id");
        var shown = sandbox.prodigy().run("runs", "show", id, "-o", "json").json();
        assertThat(shown.text("merge")).isEqualTo("not_merged");
        assertThat(shown.text("branch")).isEqualTo("prodigy/" + id);
        assertThat(sandbox.repository().files("main")).doesNotContain("one");
        assertThat(sandbox.prodigy().run("worktree", "merge", id).exitCode()).isZero();
        assertThat(sandbox.repository().files("main")).contains("one");
    }

    /// Spec 03 §12: what a failed item has committed in the shared worktree is the run's, for it cannot be told apart.
    @Test
    void commitsOfAFailedItemThatSharesAWorktreeAreKept() throws IOException {
        var workflow = sandbox.workflow(SHARING + """
                  input: [1]
                  agent_template:
                    - shell: touch one && git add one && git commit -qm one
                    - shell: exit 3
                """);

        sandbox.prodigy().run("run", workflow, "-y");

        assertThat(sandbox.prodigy().run("worktree", "ls", "-o", "json").json().text("worktrees.0.state"))
                .isEqualTo("unmerged");
    }

    /// Spec 03 §12, §14: nor does a crash behind the commit make it unknown.
    @Test
    void aCommitThatACrashCutOffInASharedWorktreeIsKept() throws IOException {
        var workflow = sandbox.workflow(SHARING + """
                  input: [1]
                  agent_template:
                    - shell: |
                        [ -e one ] && exit 3
                        touch one; git add one; git commit -qm one; kill -9 $PPID; sleep 5
                """);
        sandbox.prodigy().run("run", workflow, "-y");

        var resumed = sandbox.prodigy().run("resume", "last", "-y", "-o", "json");

        assertThat(resumed.exitCode()).as("%s", resumed).isEqualTo(3);
        assertThat(sandbox.prodigy().run("runs", "show", "-o", "json").json().text("merge"))
                .isEqualTo("not_merged");
        assertThat(sandbox.prodigy().run("worktree", "merge", "last").exitCode())
                .isZero();
        assertThat(sandbox.repository().files("main")).contains("one");
    }
}

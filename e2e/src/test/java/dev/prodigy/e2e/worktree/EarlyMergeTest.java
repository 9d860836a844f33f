package dev.prodigy.e2e.worktree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.sandbox.NewSandbox;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/// Spec 03 §11, 05 §2.8: `worktree merge` of a run that goes on behind it.
class EarlyMergeTest {
    @NewSandbox
    private Sandbox sandbox;

    private String state() {
        return sandbox.prodigy().run("worktree", "ls", "-o", "json").json().text("worktrees.0.state");
    }

    /// Spec 03 §11, §14: what was merged meanwhile is not all that the run commits.
    @Test
    void whatARunCommitsBehindAMergeIsMergedAtItsEnd() throws IOException {
        var workflow = sandbox.workflow("""
                commands:
                  - shell: echo 1 >one; git add one; git commit -qm one
                  - shell: test -e "$TRACE.go"
                  - shell: echo 2 >two; git add two; git commit -qm two
                  - shell: test -e "$TRACE.end"
                """);
        sandbox.prodigy().run("run", workflow);
        assertThat(sandbox.prodigy().run("worktree", "merge", "last").exitCode())
                .isZero();
        Files.createFile(sandbox.folder().resolve("trace.go"));

        var resumed = sandbox.prodigy().run("resume", "last", "-y");

        assertThat(resumed.exitCode()).as("%s", resumed).isEqualTo(1);
        assertThat(resumed.err()).doesNotContain("are merged");
        assertThat(sandbox.prodigy().run("runs", "show", "-o", "json").json().text("merge"))
                .isEqualTo("not_merged");
        Files.createFile(sandbox.folder().resolve("trace.end"));
        assertThat(sandbox.prodigy().run("resume", "last", "-y").exitCode()).isZero();
        assertThat(sandbox.repository().files("main")).contains("one", "two");
    }

    /// Failed items hold the merge back, not what they leave to be merged.
    @Test
    void whatIsHeldBackBehindAMergeIsNotThrownAway() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                setup: [{shell: echo s >setup; git add setup; git commit -qm setup}]
                map: {input: [a], agent_template: [{shell: exit 3}]}
                reduce:
                  - shell: test -e "$TRACE.go"
                  - shell: echo r >reduced; git add reduced; git commit -qm reduced
                merge: {when: complete}
                """);
        sandbox.prodigy().run("run", workflow);
        assertThat(sandbox.prodigy().run("worktree", "merge", "last").exitCode())
                .isZero();
        Files.createFile(sandbox.folder().resolve("trace.go"));

        var resumed = sandbox.prodigy().run("resume", "last", "-y");

        assertThat(resumed.exitCode()).as("%s", resumed).isEqualTo(3);
        assertThat(state()).isEqualTo("unmerged");
        assertThat(sandbox.prodigy().run("worktree", "merge", "last").exitCode())
                .isZero();
        assertThat(sandbox.repository().files("main")).contains("setup", "reduced");
    }

    /// A run that only lacks its merge completes with it, also where failed items have run again meanwhile.
    @Test
    void aMergeBehindARedriveEndsARunThatOnlyLackedIt() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                map:
                  input: [a, b]
                  agent_template:
                    - shell: echo ${item} >${item}; git add .; git commit -qm ${item}; test ${item} = a -o -e "$TRACE.b"
                merge: [{shell: test -e "$TRACE.ok"}]
                """);
        assertThat(sandbox.prodigy().run("run", workflow, "-y").exitCode()).isEqualTo(1);
        Files.createFile(sandbox.folder().resolve("trace.b"));
        sandbox.prodigy().run("dlq", "retry", "last", "-y");
        Files.createFile(sandbox.folder().resolve("trace.ok"));

        var merged = sandbox.prodigy().run("worktree", "merge", "last");

        assertThat(merged.exitCode()).as("%s", merged).isZero();
        assertThat(merged.err()).doesNotContain("prodigy resume");
        assertThat(sandbox.prodigy().run("runs", "show", "-o", "json").json().text("status"))
                .isEqualTo("completed");
        assertThat(sandbox.repository().git("branch", "--list", "prodigy*")).isBlank();
    }

    @Test
    void branchesThatSomebodyDeletedAreNotSaidToBeKept() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                map:
                  input: [a, b]
                  agent_template:
                    - shell: echo ${item} >${item}; git add .; git commit -qm ${item}; test ${item} = a
                """);
        var ended = sandbox.prodigy().run("run", workflow, "--no-merge");
        assertThat(ended.err()).contains("To merge them", "commits kept");
        var repository = sandbox.repository();
        repository.git(
                "worktree",
                "remove",
                "-f",
                repository
                        .git("worktree", "list", "--porcelain")
                        .lines()
                        .filter(line -> line.startsWith("worktree ") && line.contains("/worktrees/"))
                        .findFirst()
                        .orElseThrow()
                        .substring("worktree ".length()));
        var made = repository.git(
                "for-each-ref", "--format=%(refname:short)", "refs/heads/prodigy", "refs/heads/prodigy-items");
        for (var branch : made.lines().toList()) {
            repository.git("branch", "-q", "-D", branch);
        }

        var told = sandbox.prodigy().run("resume", "last");

        assertThat(told.exitCode()).as("%s", told).isEqualTo(3);
        assertThat(told.err()).doesNotContain("To merge them", "commits kept");
    }
}

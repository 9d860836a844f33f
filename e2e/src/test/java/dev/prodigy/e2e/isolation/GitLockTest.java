package dev.prodigy.e2e.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.sandbox.NewSandbox;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/// Lock files that a git left behind which was killed (spec 03 §9, §12).
class GitLockTest {
    @NewSandbox
    private Sandbox sandbox;

    @Test
    void anItemThatIsMergedIsSuccessfulEvenWhereItsBranchCannotBeDeleted() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                map:
                  input: [a]
                  agent_template:
                    - shell: |
                        echo a >a; git add a; git commit -qm a
                        touch "$(git rev-parse --git-common-dir)/packed-refs.lock"
                """);

        var ended = sandbox.prodigy().run("run", workflow, "-o", "json");

        assertThat(ended.json().number("items.successful")).as("%s", ended).isEqualTo(1);
        assertThat(ended.err())
                .contains(
                        "NOT_TIDIED",
                        "packed-refs.lock",
                        "next: prodigy worktree ls",
                        "next: git branch -D prodigy-items/");
        var lock = sandbox.repository().directory().resolve(".git/packed-refs.lock");
        assertThat(lock).as("somebody else's").exists();
    }

    @Test
    void thoseOnTheRunsOwnBranchesAreRemovedWhenItIsTakenUp() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                map:
                  input: [a]
                  agent_template:
                    - shell: echo a >a; git add a; git commit -qm a; [ -e "$TRACE" ] || { touch "$TRACE"; exit 1; }
                """);
        var run = sandbox.prodigy().run("run", workflow, "-o", "json").json().text("run_id");
        var heads = sandbox.repository().directory().resolve(".git/refs/heads");
        Files.createDirectories(heads.resolve("prodigy-items/" + run));
        Files.createDirectories(heads.resolve("prodigy"));
        Files.writeString(heads.resolve("prodigy/" + run + ".lock"), "");
        Files.writeString(heads.resolve("prodigy-items/" + run + "/item-001.lock"), "");
        Files.writeString(heads.resolve("main.lock"), "");

        var again = sandbox.prodigy().run("dlq", "retry", run, "-o", "json");

        assertThat(again.exitCode()).as("%s", again).isZero();
        assertThat(again.json().number("succeeded")).isEqualTo(1);
        assertThat(heads.resolve("main.lock")).as("the user's").exists();
    }
}

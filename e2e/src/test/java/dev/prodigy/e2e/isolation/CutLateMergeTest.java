package dev.prodigy.e2e.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.sandbox.NewSandbox;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A merge behind the end of a run that is cut off while a slow hook of the user's runs (spec 03 §11, 05 §2.8).
class CutLateMergeTest {
    @NewSandbox
    private Sandbox sandbox;

    private HookedMerge merge;

    @BeforeEach
    void tree() throws IOException {
        merge = HookedMerge.in(sandbox);
    }

    @ParameterizedTest
    @CsvSource({"KILL, 137", "TERM, 143"})
    void theMergeOfARunThatDoesNotGoOnIsCutOffLikewise(String signal, int exitCode) throws IOException {
        var workflow = sandbox.workflow(HookedMerge.NEW_FILE + "  - shell: exit 1\n");
        assertThat(sandbox.prodigy().run("run", workflow).exitCode()).isEqualTo(1);
        var before = sandbox.repository().commit("main");
        merge.holdUp("pre-merge-commit");

        var ended = merge.inTheHook("worktree", "merge", "last").signal(signal).await();

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(exitCode);
        if (signal.equals("TERM")) {
            merge.assertUntouched(before);
            sandbox.assertNothingLeftRunning();
        }
        Files.delete(merge.hookFile("pre-merge-commit"));
        var again = sandbox.prodigy().run("worktree", "merge", "last");

        assertThat(again.exitCode()).as("%s", again).isZero();
        merge.assertMergedOnce();
        sandbox.assertNothingLeftRunning();
    }

    /// Spec 05 §2.8: what is over stays over, and the command merges it when it is given again.
    @ParameterizedTest
    @CsvSource({"KILL, false", "TERM, false", "KILL, true", "TERM, true"})
    void theLateMergeOfACompletedRunThatIsCutOffLeavesItCompleted(String signal, boolean withSteps) throws IOException {
        var workflow = sandbox.workflow(HookedMerge.NEW_FILE + (withSteps ? "merge: {commands: ['true']}\n" : ""));
        assertThat(sandbox.prodigy().run("run", workflow, "--no-merge").exitCode())
                .isZero();
        var before = shown("finished_at");
        merge.holdUp("pre-merge-commit");

        merge.inTheHook("worktree", "merge", "last").signal(signal).await();

        assertThat(shown("status")).isEqualTo("completed");
        assertThat(shown("merge")).isEqualTo("not_merged");
        assertThat(shown("finished_at")).isEqualTo(before);
        assertThat(sandbox.prodigy()
                        .run("runs", "ls", "--resumable", "-o", "json")
                        .json()
                        .list("runs"))
                .isEmpty();
        assertThat(sandbox.prodigy().run("fsck", "-o", "json").exitCode()).isZero();
        assertThat(sandbox.prodigy().run("resume", "last").err())
                .contains("To merge them: prodigy worktree merge workflow-");
        Files.delete(merge.hookFile("pre-merge-commit"));
        var again = sandbox.prodigy().run("worktree", "merge", "last");

        assertThat(again.exitCode()).as("%s", again).isZero();
        assertThat(shown("status")).isEqualTo("completed");
        merge.assertMergedOnce();
    }

    private String shown(String member) throws IOException {
        return sandbox.prodigy()
                .run("runs", "show", "last", "-o", "json")
                .json()
                .text(member);
    }
}

package dev.prodigy.e2e.worktree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.sandbox.NewSandbox;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/// Spec 05 §2.8 and §11, "commit made, no terminal, no `-y`".
class WorktreeCommandTest {
    private static final String COMMITTING = """
            commands:
              - shell: echo new > made; git add made; git -c user.name=a -c user.email=a@b commit -qm made; LATER
            """;

    @NewSandbox
    private Sandbox sandbox;

    private String state() {
        return sandbox.prodigy().run("worktree", "ls", "-o", "json").json().text("worktrees.0.state");
    }

    @Test
    void whatWasNotMergedIsMergedLater() throws IOException {
        var ran = sandbox.prodigy().run("run", sandbox.workflow(COMMITTING.replace("LATER", "true")));
        assertThat(ran.exitCode()).as("%s", ran).isZero();
        assertThat(sandbox.repository().directory().resolve("made")).doesNotExist();
        assertThat(state()).isEqualTo("unmerged");
        var kept = sandbox.prodigy().run("worktree", "clean", "-o", "json");
        assertThat(kept.json().list("kept")).hasSize(1);

        var merged = sandbox.prodigy().run("worktree", "merge", "-o", "json");

        assertThat(merged.exitCode()).as("%s", merged).isZero();
        assertThat(merged.json().list("merged")).hasSize(1);
        assertThat(sandbox.repository().directory().resolve("made")).exists();
        assertThat(sandbox.prodigy().run("runs", "show", "-o", "json").json().text("merge"))
                .isEqualTo("merged");
        assertThat(sandbox.prodigy().run("worktree", "ls", "-o", "json").json().list("worktrees"))
                .isEmpty();
    }

    @Test
    void aFailedRunsCommitsAreMergedWithoutContinuingIt() throws IOException {
        sandbox.prodigy().run("run", sandbox.workflow(COMMITTING.replace("LATER", "true") + "  - shell: exit 3\n"));
        var merged = sandbox.prodigy().run("worktree", "merge", "last");
        assertThat(merged.exitCode()).as("%s", merged).isZero();
        assertThat(sandbox.repository().directory().resolve("made")).exists();
        assertThat(sandbox.journal().count("merge_completed")).isEqualTo(1);
        assertThat(sandbox.journal().count("workflow_resumed")).isZero();
        assertThat(state()).isEqualTo("merged");
        var all = sandbox.prodigy().run("worktree", "clean", "--all", "-o", "json");
        assertThat(all.json().text("kept.0.reason")).contains("resumed");
        var named = sandbox.prodigy().run("worktree", "clean", "last", "-o", "json");
        assertThat(named.json().list("removed")).hasSize(1);
    }

    @Test
    void whatIsForcedAwayIsSavedFirst() throws IOException {
        sandbox.prodigy().run("run", sandbox.workflow(COMMITTING.replace("LATER", "echo loose > loose")));
        var dry = sandbox.prodigy().run("worktree", "clean", "-f", "--dry-run", "-o", "json");
        assertThat(dry.json().list("removed")).hasSize(1);
        assertThat(state()).isEqualTo("unmerged");
        var cleaned = sandbox.prodigy().run("worktree", "clean", "-f", "-o", "json");
        assertThat(cleaned.exitCode()).as("%s", cleaned).isZero();
        assertThat(cleaned.json().text("salvaged.0.ref")).startsWith("refs/prodigy/salvage/");
        assertThat(sandbox.prodigy().run("worktree", "ls", "-o", "json").json().list("worktrees"))
                .isEmpty();
        var gone =
                sandbox.prodigy().run("worktree", "gc", "--salvage", "--older-than", "1s", "--dry-run", "-o", "json");
        assertThat(gone.exitCode()).as("%s", gone).isZero();
    }
}

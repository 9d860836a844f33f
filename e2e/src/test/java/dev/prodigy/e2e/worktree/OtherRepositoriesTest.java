package dev.prodigy.e2e.worktree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.launcher.Ended;
import dev.prodigy.e2e.launcher.Prodigy;
import dev.prodigy.e2e.sandbox.Document;
import dev.prodigy.e2e.sandbox.NewSandbox;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Worktrees of a repository that the command was not started in, or that is not there any more (spec 05 §1, §2.8, 03
/// §12).
class OtherRepositoriesTest {
    @NewSandbox
    private Sandbox sandbox;

    private Prodigy outside;
    private String run;

    @BeforeEach
    void aRunWhoseCommitIsNotMerged() throws IOException {
        var workflow = sandbox.workflow("commands: [{shell: 'echo new >made', auto_commit: true}]");
        run = sandbox.prodigy()
                .run("run", workflow, "--no-merge", "-o", "json")
                .json()
                .text("run_id");
        outside = sandbox.prodigy().in(Files.createDirectories(sandbox.folder().resolve("elsewhere")));
    }

    @Test
    void theyAreListedWithAllAndFoundByTheirRun() {
        assertThat(json("worktree ls").list("worktrees")).isEmpty();
        assertThat(json("worktree ls --all-repos").text("worktrees.0.state")).isEqualTo("unmerged");
        assertThat(json("worktree clean-orphaned --all-repos").list("kept")).isEmpty();

        var merged = said("worktree merge " + run);

        assertThat(merged.exitCode()).as("%s", merged).isZero();
        assertThat(sandbox.repository().directory().resolve("made")).exists();
    }

    @Test
    void ofARepositoryThatIsGoneTheyAreShownAndStay() throws IOException {
        var repository = sandbox.repository().directory();
        var moved = Files.move(repository, repository.resolveSibling("moved"));
        var why = "its repository is not at " + repository + " any more";

        assertThat(json("worktree ls --all-repos").text("worktrees.0.state")).isEqualTo("orphaned");
        for (var words : new String[] {
            "worktree clean " + run + " -f",
            "worktree clean -a --all-repos -f --dry-run",
            "worktree clean-orphaned --all-repos",
            "worktree gc --all-repos",
            "clean all --all-repos --all --include-resumable -f"
        }) {
            var kept = json(words);
            assertThat(kept.text("kept.0.reason")).as(words).contains(why);
        }
        assertThat(made()).isNotEmpty();
        var refused = said("worktree merge " + run);
        assertThat(refused.exitCode()).as("%s", refused).isEqualTo(1);
        assertThat(refused.err()).contains(why);

        Files.move(moved, repository);

        assertThat(json("clean all --all-repos --all --include-resumable -f").text("removed.runs"))
                .isEqualTo("1");
        assertThat(made()).isEmpty();
    }

    /// Spec 05 §7: a dead letter's branch can be checked out, whoever else works in the repository.
    @Test
    void branchesOfAnotherHomesRunsStay() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                map:
                  input: [1]
                  agent_template: [{shell: 'echo 1 >item; git add item; git commit -qm item; exit 1'}]
                """);
        sandbox.prodigy().run("run", workflow, "-y");
        var other = sandbox.prodigy()
                .with("PRODIGY_HOME", sandbox.folder().resolve("other").toString());
        assertThat(other.run("exec", "shell: true").exitCode()).isZero();

        for (var cleaner : new String[] {"gc", "clean-orphaned", "clean -a -f"}) {
            var words = ("worktree " + cleaner + " -o json").split(" ", -1);
            assertThat(other.run(words).json().text("kept.0.reason")).contains("may be another home's");
        }

        var branches = sandbox.repository().git("branch", "--list", "prodigy*", "--format=%(refname:short)");
        var item = branches.lines()
                .filter(branch -> branch.startsWith("prodigy-items/"))
                .findFirst()
                .orElseThrow();
        assertThat(branches).contains("prodigy/" + run);
        assertThat(other.run("worktree", "clean", item, "-f").exitCode()).isZero();
        assertThat(sandbox.repository().git("branch", "--list", "prodigy-items/*"))
                .isBlank();
    }

    private List<Path> made() throws IOException {
        try (var files = Files.walk(sandbox.home().resolve("worktrees"))) {
            return files.filter(Files::isRegularFile).toList();
        }
    }

    private Ended said(String words) {
        return outside.run(words.split(" ", -1));
    }

    private Document json(String words) {
        return said(words + " -o json").json();
    }
}

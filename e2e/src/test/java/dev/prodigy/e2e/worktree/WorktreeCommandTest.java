package dev.prodigy.e2e.worktree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.sandbox.NewSandbox;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
        // nothing to do is no failure
        for (var run : List.of(List.<String>of(), List.of("last"))) {
            var words = new ArrayList<>(List.of("worktree", "clean", "-o", "json"));
            words.addAll(run);
            var nothing = sandbox.prodigy().run(words.toArray(String[]::new));
            assertThat(nothing.exitCode()).as("%s", nothing).isZero();
            assertThat(nothing.json().list("removed")).isEmpty();
        }
        var again = sandbox.prodigy().run("worktree", "merge", "last", "-o", "json");
        assertThat(again.exitCode()).as("%s", again).isZero();
        assertThat(again.json().text("merged.0.target")).isEqualTo("main");
        assertThat(sandbox.prodigy().run("worktree", "clean", "no-such-run").exitCode())
                .isPositive();
    }

    /// Spec 03 §11: no commits on the session branch, nothing to merge.
    @Test
    void whatARunHasNotCommittedIsNotMerged() throws IOException {
        sandbox.prodigy().run("run", sandbox.workflow("commands: ['false']\n"), "-y");

        var merged = sandbox.prodigy().run("worktree", "merge", "last", "-o", "json");

        assertThat(merged.exitCode()).as("%s", merged).isZero();
        assertThat(merged.json().list("merged")).isEmpty();
        assertThat(merged.json().list("not_merged")).isEmpty();
        assertThat(sandbox.prodigy().run("worktree", "merge", "last").err()).contains("nothing to merge");
        assertThat(sandbox.prodigy().run("resume", "last").exitCode()).isEqualTo(1);
    }

    /// A run that is over needs nothing more of what is merged (spec 03 §12), however it came to be merged.
    @Test
    void whatFailedItemsHeldBackLeavesNothingBehindOnceItIsMerged() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                map:
                  input: [a, b]
                  agent_template:
                    - shell: echo ${item} >${item}.txt; git add .; git commit -qm ${item}; test ${item} = a
                merge: {when: complete}
                """);
        assertThat(sandbox.prodigy().run("run", workflow, "-y").exitCode()).isEqualTo(3);

        var merged = sandbox.prodigy().run("worktree", "merge", "last");

        assertThat(merged.exitCode()).as("%s", merged).isZero();
        assertThat(sandbox.repository().files("main")).contains("a.txt");
        assertThat(sandbox.repository().refs("refs/heads/prodigy")).isEmpty();
        var shown = sandbox.prodigy().run("runs", "show", "-o", "json").json();
        assertThat(shown.text("merge")).isEqualTo("merged");
        assertThat(shown.text("phases.1.phase")).isEqualTo("merge");
        assertThat(shown.text("phases.1.status")).isEqualTo("completed");
        sandbox.prodigy().run("dlq", "retry", "last", "-y");
        assertThat(sandbox.repository().refs("refs/heads/prodigy")).isEmpty();
    }

    /// Spec 03 §12: a failed item's branch is found by its dead letter; without that `gc` finds it.
    @Test
    void theBranchOfAFailedItemIsLeftOverWithoutItsDeadLetter() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                map:
                  input: [a, b, c]
                  agent_template:
                    - shell: echo ${item} >${item}.txt; git add .; git commit -qm ${item}; test ${item} = a
                """);
        assertThat(sandbox.prodigy().run("run", workflow).exitCode()).isEqualTo(3);
        sandbox.prodigy().run("worktree", "gc");
        var branches = sandbox.repository().refs("refs/heads/prodigy-items");
        assertThat(branches).hasSize(2);
        sandbox.repository().git("merge", "-q", branches.getFirst());

        assertThat(sandbox.prodigy().run("dlq", "clear", "last", "-y").exitCode())
                .isZero();

        assertThat(sandbox.repository().refs("refs/heads/prodigy-items")).containsExactly(branches.getLast());
        sandbox.prodigy().run("worktree", "gc");
        assertThat(sandbox.repository().refs("refs/heads/prodigy-items")).isEmpty();
        assertThat(sandbox.repository().refs("refs/prodigy/salvage")).hasSize(1);
        assertThat(state()).as("of the session").isEqualTo("unmerged");
    }

    @Test
    void whereTheMergeStepsNeededABranchAnewItGoesAgain() throws IOException {
        sandbox.prodigy().run("run", sandbox.workflow(COMMITTING.replace("LATER", "true") + "merge: ['true']\n"));
        var run = sandbox.prodigy().run("runs", "show", "-o", "json").json();
        sandbox.repository().git("worktree", "remove", "--force", run.text("worktree"));
        sandbox.repository().git("branch", "-D", run.text("branch"));

        var merged = sandbox.prodigy().run("worktree", "merge", "last");

        assertThat(merged.exitCode()).as("%s", merged).isZero();
        assertThat(sandbox.repository().files("main")).contains("made");
        assertThat(sandbox.repository().refs("refs/heads/prodigy")).isEmpty();
        assertThat(sandbox.prodigy().run("worktree", "ls", "-o", "json").json().list("worktrees"))
                .isEmpty();
    }

    @Test
    void whereTheCommitsOfARemovedBranchAreIsSaid() throws IOException {
        sandbox.prodigy().run("run", sandbox.workflow(COMMITTING.replace("LATER", "true")));
        var cleaned = sandbox.prodigy().run("worktree", "clean", "last", "-f", "-o", "json");
        var ref = cleaned.json().text("salvaged.0.ref");

        var shown = sandbox.prodigy().run("runs", "show", "-o", "json");
        assertThat(shown.json().text("merge")).isEqualTo("not_merged");
        assertThat(shown.out()).contains("\"branch\":null", "\"worktree\":null");
        var resumed = sandbox.prodigy().run("resume", "last");
        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(resumed.err()).contains("git merge " + ref).doesNotContain("worktree merge");
        var refused = sandbox.prodigy().run("worktree", "merge", "last", "-o", "json");
        assertThat(refused.exitCode()).as("%s", refused).isEqualTo(1);
        assertThat(refused.json().text("not_merged.0.reason")).contains("git merge " + ref);
    }

    @Test
    void aRunWhoseWorktreeWasRemovedGoesOnFromWhatWasSaved() throws IOException {
        var failing = sandbox.workflow(COMMITTING.replace("LATER", "test -e now"));
        sandbox.prodigy().run("run", failing);
        sandbox.prodigy().run("worktree", "clean", "last", "-f");
        var resumed = sandbox.prodigy().run("resume", "last", "-o", "json");
        assertThat(resumed.exitCode()).as("%s", resumed).isEqualTo(1);
        assertThat(sandbox.prodigy().run("runs", "show", "-o", "json").json().text("branch"))
                .startsWith("prodigy/");
        assertThat(state()).isEqualTo("unmerged");
    }

    @Test
    void theBranchOfAFailedItemGoesWithItsRunAndIsSaved() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                map:
                  input: [a]
                  agent_template:
                    - shell: echo a >made; git add made; git commit -qm made; exit 3
                """);
        sandbox.prodigy().run("run", workflow);
        assertThat(sandbox.repository().refs("refs/heads/prodigy-items")).hasSize(1);

        var cleaned = sandbox.prodigy().run("clean", "sessions", "--all", "--include-resumable", "-f");

        assertThat(cleaned.exitCode()).as("%s", cleaned).isZero();
        assertThat(sandbox.repository().refs("refs/heads")).containsExactly("refs/heads/main");
        assertThat(sandbox.repository().refs("refs/prodigy/salvage"))
                .singleElement()
                .satisfies(ref -> assertThat(sandbox.repository().git("show", ref + ":made"))
                        .isEqualTo("a"));
    }

    @Test
    void aRunWithoutTargetIsRefused() throws IOException {
        sandbox.repository().git("checkout", "--quiet", "--detach");
        sandbox.prodigy().run("run", sandbox.workflow(COMMITTING.replace("LATER", "true")));

        var refused = sandbox.prodigy().run("worktree", "merge", "last", "-o", "json");

        assertThat(refused.exitCode()).as("%s", refused).isEqualTo(1);
        assertThat(refused.json().text("not_merged.0.reason")).contains("git merge prodigy/");
        assertThat(refused.json().list("merged")).isEmpty();
    }

    /// What can never be merged does not fail the command that merges all the others.
    @Test
    void aRunWithoutTargetIsLeftOutWhereAllAreMerged() throws IOException {
        var workflow = sandbox.workflow(COMMITTING.replace("LATER", "true"));
        sandbox.repository().git("checkout", "--quiet", "--detach");
        sandbox.prodigy().run("run", workflow);
        sandbox.repository().git("checkout", "--quiet", "main");
        sandbox.prodigy().run("run", workflow);

        var all = sandbox.prodigy().run("worktree", "merge", "--all", "-o", "json");

        assertThat(all.exitCode()).as("%s", all).isZero();
        assertThat(all.json().list("merged")).hasSize(1);
        assertThat(all.json().list("not_merged")).isEmpty();
        assertThat(all.json().text("skipped.0.reason")).contains("git merge prodigy/", "prodigy worktree clean ");
        var again = sandbox.prodigy().run("worktree", "merge", "-a");
        assertThat(again.exitCode()).as("%s", again).isZero();
        assertThat(again.err()).contains("is left out", "detached HEAD").doesNotContain("nothing to merge");
    }

    @Test
    void aDamagedRunKeepsNoOtherFromBeingMerged() throws IOException {
        sandbox.prodigy().run("run", sandbox.workflow(COMMITTING.replace("LATER", "true")));
        var journal = sandbox.journals().getFirst().files().getLast();
        Files.writeString(journal, Files.readString(journal).replaceFirst("step_started", "step_strated"));
        sandbox.prodigy()
                .run(
                        "run",
                        sandbox.workflow(COMMITTING.replaceAll("made", "other").replace("LATER", "true")));

        var all = sandbox.prodigy().run("worktree", "merge", "--all", "-o", "json");

        assertThat(all.exitCode()).as("%s", all).isEqualTo(75);
        assertThat(all.json().list("merged")).hasSize(1);
        assertThat(all.json().text("not_merged.0.code")).isEqualTo("journal_damaged");
        assertThat(all.json().text("error.hint")).contains("prodigy fsck");
        assertThat(sandbox.repository().files("main")).contains("other").doesNotContain("made");
    }

    @Test
    void aRunThatHasCommittedNothingYetIsNotSaidToBeMerged() throws IOException {
        sandbox.prodigy().run("run", sandbox.workflow("commands: [{shell: exit 3}]\n"));

        assertThat(state()).isEqualTo("idle");
        sandbox.prodigy().run("worktree", "gc");
        assertThat(state()).isEqualTo("idle");
    }

    @Test
    void aRefusedMergeIsRepeatedToTheEnd() throws IOException {
        sandbox.prodigy().run("run", sandbox.workflow(COMMITTING.replace("LATER", "true")));
        var file = sandbox.repository().files("main").getFirst();
        sandbox.repository().write(file, "mine");
        assertThat(sandbox.prodigy().run("worktree", "merge", "last").exitCode())
                .isEqualTo(1);
        sandbox.repository().git("checkout", "--quiet", ".");

        var merged = sandbox.prodigy().run("worktree", "merge", "last");

        assertThat(merged.exitCode()).as("%s", merged).isZero();
        var run = sandbox.prodigy().run("runs", "show", "last", "-o", "json").json();
        assertThat(run.text("status")).isEqualTo("completed");
        assertThat(sandbox.repository().refs("refs/heads")).containsExactly("refs/heads/main");
    }

    /// As the message of a conflict advises.
    @Test
    void theEndOfARunThatAPersonMergedIsMade() throws IOException {
        sandbox.prodigy().run("run", sandbox.workflow(COMMITTING.replace("LATER", "true")));
        var run = sandbox.prodigy().run("runs", "show", "-o", "json").json().text("run_id");
        sandbox.repository().git("merge", "--quiet", "prodigy/" + run);

        var merged = sandbox.prodigy().run("worktree", "merge", "-o", "json");

        assertThat(merged.exitCode()).as("%s", merged).isZero();
        assertThat(merged.json().list("merged")).hasSize(1);
        var shown = sandbox.prodigy().run("runs", "show", "-o", "json").json();
        assertThat(shown.text("status")).isEqualTo("completed");
        assertThat(shown.text("merge")).isEqualTo("merged");
        assertThat(sandbox.repository().refs("refs/heads")).containsExactly("refs/heads/main");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  - shell: exit 3\n"})
    void whatAPersonMergedAndRemovedIsMerged(String later) throws IOException {
        sandbox.prodigy().run("run", sandbox.workflow(COMMITTING.replace("LATER", "true") + later));
        var run = sandbox.prodigy().run("runs", "show", "-o", "json").json();
        var git = sandbox.repository();
        git.git("merge", "--quiet", "prodigy/" + run.text("run_id"));
        git.git("worktree", "remove", run.text("worktree"));
        git.git("branch", "-d", "prodigy/" + run.text("run_id"));

        for (int time = 1; time <= 2; time++) {
            var merged = sandbox.prodigy().run("worktree", "merge", "last", "-o", "json");
            assertThat(merged.exitCode()).as("%s", merged).isZero();
            assertThat(merged.json().text("merged.0.target")).isEqualTo("main");
        }
        var shown = sandbox.prodigy().run("runs", "show", "-o", "json").json();
        assertThat(shown.text("merge")).isEqualTo("merged");
        assertThat(sandbox.journal().count("merge_completed")).isEqualTo(1);
        assertThat(sandbox.prodigy().run("resume", "last").err()).doesNotContain("not merged");
    }

    /// Spec 03 §12: its commits are still there.
    @Test
    void aBranchThatWasOnlyRemovedIsMerged() throws IOException {
        sandbox.prodigy().run("run", sandbox.workflow(COMMITTING.replace("LATER", "true")));
        var run = sandbox.prodigy().run("runs", "show", "-o", "json").json();
        var git = sandbox.repository();
        git.git("worktree", "remove", "--force", run.text("worktree"));
        git.git("branch", "-D", "prodigy/" + run.text("run_id"));

        var merged = sandbox.prodigy().run("worktree", "merge", "last");

        assertThat(merged.exitCode()).as("%s", merged).isZero();
        assertThat(git.directory().resolve("made")).exists();
    }

    @Test
    void aFailedRunsCommitsAreMergedWithoutContinuingIt() throws IOException {
        sandbox.prodigy().run("run", sandbox.workflow(COMMITTING.replace("LATER", "true") + "  - shell: exit 3\n"));
        var merged = sandbox.prodigy().run("worktree", "merge", "last");
        assertThat(merged.exitCode()).as("%s", merged).isZero();
        assertThat(merged.err()).contains("is failed: what it has committed so far is merged; prodigy resume ");
        assertThat(sandbox.repository().directory().resolve("made")).exists();
        assertThat(sandbox.journal().count("merge_completed")).isEqualTo(1);
        assertThat(sandbox.journal().count("workflow_resumed")).isZero();
        assertThat(state()).isEqualTo("merged");
        var all = sandbox.prodigy().run("worktree", "clean", "--all", "-o", "json");
        assertThat(all.json().text("kept.0.reason")).contains("resumed");
        var unnamed = sandbox.prodigy().run("worktree", "clean", "-o", "json");
        assertThat(unnamed.json().text("kept.0.reason")).contains("resumed");
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
        assertThat(sandbox.journal().events("worktree_salvaged").getLast().text("ref"))
                .isEqualTo(cleaned.json().text("salvaged.0.ref"));
        assertThat(sandbox.journal().events().getLast().text("event_type")).isEqualTo("worktree_removed");
        assertThat(sandbox.prodigy().run("runs", "show", "-o", "json").json().text("status"))
                .isEqualTo("completed");
        assertThat(sandbox.prodigy().run("worktree", "ls", "-o", "json").json().list("worktrees"))
                .isEmpty();
        var gone = sandbox.prodigy()
                .run("worktree", "gc", "-f", "--salvage", "--older-than", "1s", "--dry-run", "-o", "json");
        assertThat(gone.exitCode()).as("%s", gone).isZero();
    }

    @Test
    void cleaningRunsTakesTheirWorktreesAndSavesWhatIsInThem() throws IOException {
        sandbox.prodigy().run("run", sandbox.workflow(COMMITTING.replace("LATER", "echo loose > loose")));
        var young = sandbox.prodigy().run("clean", "worktrees", "-f", "-o", "json");
        assertThat(young.json().number("removed.runs")).as("%s", young).isZero();
        var unconfirmed = sandbox.prodigy().run("clean", "worktrees", "--all", "-o", "json");
        assertThat(unconfirmed.exitCode()).isEqualTo(1);
        assertThat(state()).isEqualTo("unmerged");
        var cleaned = sandbox.prodigy().run("clean", "worktrees", "--all", "-f", "-o", "json");
        assertThat(cleaned.exitCode()).as("%s", cleaned).isZero();
        assertThat(cleaned.json().number("removed.runs")).isEqualTo(1);
        assertThat(cleaned.json().text("salvaged.0.ref")).startsWith("refs/prodigy/salvage/");
        assertThat(sandbox.repository().git("for-each-ref", "refs/prodigy/salvage", "refs/heads/prodigy"))
                .contains("refs/prodigy/salvage/")
                .doesNotContain("refs/heads/prodigy");
        assertThat(sandbox.prodigy().run("runs", "show", "-o", "json").json().text("status"))
                .isEqualTo("completed");

        sandbox.prodigy().run("run", sandbox.workflow(COMMITTING.replace("LATER", "true")));
        assertThat(state()).isEqualTo("unmerged");
        // a killed run leaves what it was about to use
        var temporary =
                sandbox.home().resolve("tmp/" + sandbox.journals().getLast().runId() + "/half-written");
        Files.createDirectories(temporary);
        var all = sandbox.prodigy().run("clean", "all", "--all", "-f", "-o", "json");
        assertThat(all.json().number("removed.runs")).as("%s", all).isEqualTo(2);
        assertThat(sandbox.prodigy().run("worktree", "ls", "-o", "json").json().list("worktrees"))
                .isEmpty();
        assertThat(sandbox.repository().git("branch", "--list", "prodigy/*")).isEmpty();
        assertThat(temporary.getParent()).doesNotExist();
    }
}

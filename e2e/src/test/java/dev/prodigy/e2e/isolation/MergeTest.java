package dev.prodigy.e2e.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.sandbox.NewSandbox;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/// How the commits of items reach the user's branch, and what stays as it was (spec 03 §9 to §12, §15;
/// acceptance rows 18 to 22, 24, 25).
class MergeTest {
    private static final String ONE_COMMIT = """
            mode: mapreduce
            map:
              input: [{id: 1}]
              agent_template:
                - shell: echo item >>"$TRACE"; echo new >new.txt && git add new.txt && git commit --quiet -m 'add new.txt'
            """;

    @NewSandbox
    private Sandbox sandbox;

    @Test
    void withConsentTheCommitIsInTheTargetOnceAndNothingElseIsLeft() throws IOException {
        var ended = sandbox.prodigy().run("run", sandbox.workflow(ONE_COMMIT), "-y", "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(sandbox.repository().git("log", "--topo-order", "--format=%s", "--no-merges", "main"))
                .isEqualTo("add new.txt\nfirst commit");
        assertThat(sandbox.repository().trailers("Prodigy-Item", "main")).containsExactly("item-001");
        assertThat(sandbox.repository().refs("refs/heads")).containsExactly("refs/heads/main");
        assertThat(sandbox.repository().worktrees()).isEmpty();
        assertThat(sandbox.repository().directory().resolve("new.txt")).hasContent("new");
        assertThat(sandbox.repository().git("status", "--porcelain")).isEmpty();
        assertThat(folders(sandbox.home().resolve("worktrees/app"))).isEmpty();
    }

    @Test
    void aHomeInsideTheRepositoryWorksLikeAnyOther() throws IOException {
        var home = sandbox.repository().directory().resolve("sub/home");
        Files.createDirectories(home);
        Files.writeString(sandbox.repository().directory().resolve(".git/info/exclude"), "/sub/\n");

        var ended = sandbox.prodigy()
                .with("PRODIGY_HOME", home.toString())
                .run("run", sandbox.workflow(ONE_COMMIT), "-y", "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(sandbox.repository().directory().resolve("new.txt")).hasContent("new");
        assertThat(sandbox.repository().worktrees()).isEmpty();
    }

    @Test
    void aRedriveBehindTheMergeBeginsAtTheTarget() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                map:
                  input: [1, 2, 3]
                  max_parallel: 3
                  agent_template:
                    - shell: test ${item} != 2 -o -e seen
                    - shell: sleep 0.${item}; echo ${item} >same-${item}.txt; git add . && git commit -q -m ${item}
                """);
        assertThat(sandbox.prodigy().run("run", workflow, "-y").exitCode()).isEqualTo(3);
        Files.createFile(sandbox.repository().directory().resolve("seen"));
        sandbox.repository().commitAll("mine");
        sandbox.repository().git("rm", "--quiet", "same-1.txt");
        sandbox.repository().commitAll("gone again");

        var ended = sandbox.prodigy().run("dlq", "retry", "last", "-y");

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.err()).doesNotContain("SESSION_MENDED").contains("The commits are merged into main.");
        assertThat(sandbox.repository().files("main")).contains("same-2.txt").doesNotContain("same-1.txt");
        var journal = sandbox.journal();
        var names = journal.events("agent_started").stream()
                .filter(each -> each.text("item_id").equals("item-002"))
                .map(each -> each.text("correlation_id"))
                .toList();
        assertThat(names).hasSize(2).containsOnly(names.getFirst());
    }

    @Test
    void aRedriveBehindTheMergeOffersItsOwnCommitsAlone() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                map:
                  input: [1, 2]
                  agent_template:
                    - shell: test ${item} != 2 -o -e seen
                    - shell: echo ${item} >own-${item}.txt; git add . && git commit -q -m ${item}
                merge:
                  - shell: echo "${merge.commit_count} ${merge.file_list} ${merge.file_count}" >>"$TRACE"
                """);
        assertThat(sandbox.prodigy().run("run", workflow, "-y").exitCode()).isEqualTo(3);
        Files.createFile(sandbox.repository().directory().resolve("seen"));
        sandbox.repository().commitAll("mine");

        var ended = sandbox.prodigy().run("dlq", "retry", "last", "-y");

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(sandbox.trace()).containsExactly("2 own-1.txt 1", "2 own-2.txt 1");
    }

    @Test
    void aMergeThatFailedItemsHoldBackTellsWhereTheCommitsAre() throws IOException {
        var workflow =
                sandbox.workflow("""
                mode: mapreduce
                map:
                  input: [1, 2]
                  agent_template:
                    - shell: %s
                    - shell: test ${item} = 1
                merge: {when: complete}
                """.formatted("echo ${item} >new-${item}.txt; git add . && git commit -q -m ${item}"));

        var ended = sandbox.prodigy().run("run", workflow, "-y");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
        assertThat(ended.err()).contains("is kept and not merged", "To merge them: prodigy worktree merge ");
        assertThat(sandbox.repository().files("main")).doesNotContain("new-1.txt");
    }

    @Test
    void aMergeThatFailedItemsHoldBackLeavesNothingWhereThereIsNothingToMerge() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                map:
                  input: [1, 2]
                  agent_template:
                    - shell: test ${item} = 1
                merge: {when: complete}
                """);

        var ended = sandbox.prodigy().run("run", workflow, "-y");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
        assertThat(ended.err()).doesNotContain("not merged");
        assertThat(sandbox.repository().git("branch", "--list", "prodigy/*")).isBlank();
    }

    /// The branch of a run without commits goes with the run; a redrive does not miss it, and sees what the author has
    /// mended since.
    @Test
    void aRedriveOfARunWithoutCommitsBeginsAtTheTarget() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                map:
                  input: [1, 2]
                  agent_template:
                    - shell: test ${item} = 1 -o -e mended.txt
                """);
        assertThat(sandbox.prodigy().run("run", workflow, "-y").exitCode()).isEqualTo(3);
        assertThat(sandbox.prodigy().run("dlq", "retry", "last", "-y").err()).doesNotContain("SESSION_MENDED");
        sandbox.repository().write("mended.txt", "mended");
        sandbox.repository().commitAll("mended");

        var ended = sandbox.prodigy().run("dlq", "retry", "last", "-y");

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.err()).doesNotContain("SESSION_MENDED");
    }

    @Test
    void aRedriveThatConflictsSaysNotThatItIsMerged() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                map:
                  input: [1, 2]
                  agent_template:
                    - shell: test ${item} = 1 -o -e "$TRACE"
                    - shell: echo ${item} >new-${item}.txt; git add . && git commit -q -m ${item}
                """);
        assertThat(sandbox.prodigy().run("run", workflow, "-y").exitCode()).isEqualTo(3);
        Files.createFile(sandbox.folder().resolve("trace"));
        sandbox.repository().write("new-2.txt", "mine");

        var ended = sandbox.prodigy().run("dlq", "retry", "last", "-y");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(1);
        assertThat(ended.err()).contains("would be overwritten").doesNotContain("are merged into");
    }

    @Test
    void withoutConsentTheTargetStaysAndTheSessionBranchHoldsTheCommit() throws IOException {
        var before = sandbox.repository().commit("main");

        var ended = sandbox.prodigy().run("run", sandbox.workflow(ONE_COMMIT), "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.json().text("status")).isEqualTo("completed");
        assertThat(sandbox.repository().commit("main")).isEqualTo(before);
        var branch = "prodigy/" + ended.json().text("run_id");
        assertThat(sandbox.repository().files(branch)).contains("new.txt");
    }

    @Test
    void withoutConsentItSaysWhereTheCommitsAreAndHowToMergeThem() throws IOException {
        var ended = sandbox.prodigy().run("run", sandbox.workflow(ONE_COMMIT));

        var branch = sandbox.repository().refs("refs/heads/prodigy").getFirst().substring("refs/heads/".length());
        assertThat(ended.err())
                .contains("The commits are on the branch " + branch)
                .contains("To merge them: ");
        assertThat(sandbox.journal().events("merge_skipped"))
                .singleElement()
                .extracting(event -> event.text("reason"))
                .isEqualTo("no_consent");
    }

    @Test
    void aDirtyCheckoutIsNotTouchedAndTheMergeIsMadeLater() throws IOException {
        sandbox.repository().write("README", "changed by the user\n");
        var before = sandbox.repository().commit("main");

        var refused = sandbox.prodigy().run("run", sandbox.workflow(ONE_COMMIT), "-y", "-o", "json");

        assertThat(refused.err()).contains("1 uncommitted change of your checkout is not in the worktrees");
        assertThat(refused.exitCode()).as("%s", refused).isEqualTo(1);
        assertThat(refused.json().text("error.hint")).endsWith(" -y");
        assertThat(refused.json().text("error.code")).isEqualTo("MERGE_REFUSED");
        assertThat(sandbox.repository().commit("main")).isEqualTo(before);
        assertThat(sandbox.repository().git("status", "--porcelain")).isEqualTo(" M README");

        sandbox.repository().git("checkout", "--quiet", "README");
        var resumed = sandbox.prodigy().run("resume", refused.json().text("run_id"), "-y", "-o", "json");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(sandbox.repository().files("main")).contains("new.txt");
        assertThat(sandbox.trace()).containsExactly("item");
    }

    @Test
    void aTargetThatIsCheckedOutNowhereMovesWithoutTouchingTheCheckout() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                map:
                  input: [{id: 1}]
                  agent_template:
                    - shell: echo new >new.txt && git add new.txt && git commit --quiet -m 'add new.txt'
                    - shell: git -C "$PRODIGY_REPO" checkout --quiet -b elsewhere
                """);

        var ended = sandbox.prodigy().run("run", workflow, "-y", "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(sandbox.repository().files("main")).contains("new.txt");
        assertThat(sandbox.repository().git("branch", "--show-current")).isEqualTo("elsewhere");
        assertThat(sandbox.repository().directory().resolve("new.txt")).doesNotExist();
        assertThat(sandbox.repository().git("status", "--porcelain")).isEmpty();
    }

    @Test
    void ofTwoItemsThatWriteTheSameFileOneIsMergedAndTheOtherCanBeRedriven() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                map:
                  input: [{id: 1}, {id: 2}]
                  max_parallel: 2
                  agent_template:
                    - shell: |
                        touch "$TRACE.${item.id}"
                        while ! test -e "$TRACE.1" || ! test -e "$TRACE.2"; do sleep 0.05; done
                        echo ${item.id} >>same.txt && git add same.txt && git commit --quiet -m 'same'
                """);

        var ended = sandbox.prodigy().run("run", workflow, "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
        assertThat(ended.json().number("items.successful")).isEqualTo(1);
        var run = ended.json().text("run_id");
        var letter =
                sandbox.prodigy().run("dlq", "list", run, "-o", "json").json().at("items.0");
        assertThat(letter.text("history.0.error.code")).isEqualTo("MERGE_CONFLICT");
        assertThat(letter.text("conflicts.0")).isEqualTo("same.txt");
        assertThat(sandbox.repository().refs("refs/heads/prodigy-items"))
                .containsExactly("refs/heads/" + letter.text("branch"));

        var redriven = sandbox.prodigy().run("dlq", "retry", run, "-o", "json");

        assertThat(redriven.exitCode()).as("%s", redriven).isZero();
        assertThat(redriven.json().text("status")).isEqualTo("completed");
        assertThat(sandbox.repository()
                        .git("show", "prodigy/" + run + ":same.txt")
                        .lines())
                .containsExactlyInAnyOrder("1", "2");
    }

    @Test
    void anUncommittedFileOfASuccessfulItemIsSavedAndNotMerged() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                map:
                  input: [{id: 1}]
                  agent_template:
                    - shell: echo precious >forgotten.txt
                """);

        var ended = sandbox.prodigy().run("run", workflow, "-y", "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(sandbox.repository().files("main")).doesNotContain("forgotten.txt");
        var saved = sandbox.repository().refs("refs/prodigy/salvage");
        assertThat(saved).hasSize(1);
        assertThat(sandbox.repository().git("show", saved.getFirst() + ":forgotten.txt"))
                .isEqualTo("precious");
        assertThat(sandbox.journal().count("worktree_salvaged")).isEqualTo(1);
    }

    @Test
    void anEmptyCommitIsNoEvidenceAndRewrittenHistoryIsRefused() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                map:
                  input:
                    - {command: git commit --quiet --allow-empty -m empty}
                    - {command: git commit --quiet --amend -m amended}
                  agent_template:
                    - shell: eval ${item.command}
                      commit_required: true
                """);
        var second = sandbox.workflow("second.yml", """
                mode: mapreduce
                map:
                  input: [{id: 1}]
                  agent_template:
                    - shell: echo x >x.txt; git add x.txt; git commit --quiet --amend -m amended
                """);

        var ended = sandbox.prodigy().run("run", workflow, "-o", "json");
        var rewritten = sandbox.prodigy().run("run", second, "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
        assertThat(rewritten.exitCode()).as("%s", rewritten).isEqualTo(3);
        assertThat(codes(0)).contains("COMMIT_MISSING", "HISTORY_REWRITTEN");
        assertThat(codes(1)).containsExactly("HISTORY_REWRITTEN");
    }

    @Test
    void whatAFailedRunCommittedIsNotOfferedForMerging() throws IOException {
        var before = sandbox.repository().commit("main");
        var workflow = sandbox.workflow("""
                commands:
                  - shell: echo half >half.txt; git add half.txt; git commit --quiet -m half
                  - shell: exit 1
                """);

        var ended = sandbox.prodigy().run("run", workflow, "-y", "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(1);
        assertThat(sandbox.repository().commit("main")).isEqualTo(before);
    }

    @Test
    void stepsAreToldTheTopOfTheCheckoutWhereverItWasStarted() throws IOException {
        sandbox.repository().write("sub/file.txt", "x").commitAll("sub");
        var workflow = sandbox.workflow("""
                commands:
                  - shell: printf '%s\\n' "$PRODIGY_REPO" "${PROJECT_ROOT}" "$(basename "$PWD")" >>"$TRACE"
                """);

        var ended = sandbox.prodigy()
                .in(sandbox.repository().directory().resolve("sub"))
                .run("run", workflow);

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        var top = sandbox.repository().directory().toString();
        assertThat(sandbox.trace()).containsExactly(top, top, "sub");
    }

    private List<String> codes(int run) throws IOException {
        return sandbox.journals().get(run).events("agent_failed").stream()
                .map(event -> event.text("error.code"))
                .toList();
    }

    private static List<Path> folders(Path parent) throws IOException {
        if (!Files.exists(parent)) {
            return List.of();
        }
        try (var children = Files.list(parent)) {
            return children.filter(Files::isDirectory).toList();
        }
    }
}

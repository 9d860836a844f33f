package dev.prodigy.runtime.git.merge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.runtime.git.TempRepo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Where the user's branch is checked out decides how it is merged into (spec 03 §11).
final class TargetPlaceTest extends TargetMergeFixture {
    @Test
    void aTargetCheckedOutNowhereIsMovedWithoutTouchingACheckout() {
        repo.git("checkout", "-q", "-b", "elsewhere");
        repo.write("a.txt", "dirty\n");
        String before = repo.git("status", "--porcelain=v2", "--branch");
        assertThat(merge("main")).isInstanceOfSatisfying(TargetMergeResult.Merged.class, merged -> {
            assertThat(merged.checkout()).isNull();
            assertThat(intents).containsExactly(new TargetMergeIntent(tip, "main", start, merged.commit()));
        });
        assertThat(repo.git("status", "--porcelain=v2", "--branch")).isEqualTo(before);
        assertThat(repo.git("show", "main:a.txt")).endsWith("four");
        assertThat(repo.git("log", "-1", "--format=%P", "main")).isEqualTo(start + " " + tip);
    }

    @Test
    void aTargetInAnotherWorktreeIsMergedThere() {
        repo.git("checkout", "-q", "-b", "elsewhere");
        var linked = repo.root.resolveSibling("linked");
        repo.git("worktree", "add", "-q", linked.toString(), "main");
        assertThat(merge("main"))
                .isInstanceOfSatisfying(
                        TargetMergeResult.Merged.class,
                        merged -> assertThat(merged.checkout()).isEqualTo(linked));
        assertThat(linked.resolve("a.txt")).content().endsWith("four\n");
    }

    /// git keeps its index until it is pruned, and nothing else than the branch moves: what was changed there is there
    /// still when the directory comes back.
    @Test
    void aTargetInAWorktreeWhoseDirectoryIsGoneIsCheckedOutNowhere() {
        repo.git("checkout", "-q", "-b", "elsewhere");
        var linked = repo.root.resolveSibling("linked");
        repo.git("worktree", "add", "-q", linked.toString(), "main");
        TempRepo.sh(linked, "echo staged > s.txt; git add s.txt; echo dirty > sub/b.txt; echo new > new.txt");
        TempRepo.sh(base, "mv '" + linked + "' '" + linked + "-away'");
        assertThat(repo.git("worktree", "list", "--porcelain")).contains("prunable");
        assertThat(merge("main"))
                .isInstanceOfSatisfying(
                        TargetMergeResult.Merged.class,
                        merged -> assertThat(merged.checkout()).isNull());
        TempRepo.sh(base, "mv '" + linked + "-away' '" + linked + "'");
        assertThat(TempRepo.sh(linked, "git show :s.txt; cat sub/b.txt new.txt"))
                .isEqualTo("staged\ndirty\nnew");
    }

    @Test
    void aTargetInALockedWorktreeThatIsAwayIsRefused() {
        repo.git("checkout", "-q", "-b", "elsewhere");
        var linked = repo.root.resolveSibling("linked");
        repo.git("worktree", "add", "-q", linked.toString(), "main");
        repo.git("worktree", "lock", "--reason", "on a stick", linked.toString());
        TempRepo.sh(base, "mv '" + linked + "' '" + linked + "-away'");
        assertThat(merge("main")).isInstanceOfSatisfying(TargetMergeResult.Refused.class, refused -> {
            assertThat(refused.checkout()).isEqualTo(linked);
            assertThat(refused.reason()).contains("git worktree unlock " + linked);
        });
        assertThat(repo.id("main")).isEqualTo(start);
        repo.git("worktree", "unlock", linked.toString());
        assertThat(merge("main")).isInstanceOf(TargetMergeResult.Merged.class);
    }

    @Test
    void aSymbolicTargetIsTheBranchItStandsFor() {
        repo.git("symbolic-ref", "refs/heads/stable", "refs/heads/main");
        assertThat(merge("stable"))
                .isInstanceOfSatisfying(
                        TargetMergeResult.Merged.class,
                        merged -> assertThat(merged.checkout()).isEqualTo(repo.root));
        assertThat(repo.root.resolve("a.txt")).content().endsWith("four\n");
        assertThat(repo.git("status", "--porcelain")).isEmpty();
        assertThat(repo.id("main")).isEqualTo(repo.id("stable"));
    }

    @Test
    void aTagOfTheSameNameIsNotTheTarget() {
        repo.git("tag", "main");
        assertThat(site.repository().branch()).contains("main");
        assertThat(merge("main")).isInstanceOf(TargetMergeResult.Merged.class);
        assertThat(repo.id("refs/tags/main")).isEqualTo(start);
        assertThat(repo.git("log", "-1", "--format=%P", "refs/heads/main")).isEqualTo(start + " " + tip);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            echo dirty >> sub/b.txt                                    | 1 tracked file has changes: sub/b.txt
            echo staged > s.txt; git add s.txt                         | 1 tracked file has changes: s.txt; commit or stash it first
            rm sub/b.txt                                               | 1 tracked file has changes: sub/b.txt
            touch .git/MERGE_HEAD                                      | unfinished there: merge
            touch .git/index.lock                                      | unfinished there: index lock
            mkdir .git/rebase-merge                                    | unfinished there: rebase
            git checkout -q --detach; mkdir .git/rebase-merge; echo refs/heads/main > .git/rebase-merge/head-name | rebase or bisect
            git bisect start; git checkout -q --detach                 | rebase or bisect
            git worktree add -q -f ../second main                      | checked out in 2 worktrees
            """)
    void aBusyTargetIsRefusedAndNothingIsTouched(String script, String reason) {
        TempRepo.sh(repo.root, "{ " + script + "; } >/dev/null 2>&1");
        String before = TempRepo.sh(repo.root, "git --no-optional-locks status --porcelain=v2; ls .git");
        assertThat(merge("main"))
                .isInstanceOfSatisfying(
                        TargetMergeResult.Refused.class,
                        refused -> assertThat(refused.reason()).contains(reason));
        assertThat(repo.id("main")).isEqualTo(start);
        assertThat(TempRepo.sh(repo.root, "git --no-optional-locks status --porcelain=v2; ls .git"))
                .isEqualTo(before);
        assertThat(intents).isEmpty();
    }

    @Test
    void aTargetThatIsGoneIsRefused() {
        assertThat(merge("no-such-branch"))
                .isInstanceOfSatisfying(
                        TargetMergeResult.Refused.class,
                        refused -> assertThat(refused.reason()).contains("no-such-branch"));
    }

    @Test
    void aDirtyCheckoutOfAnotherBranchIsNoReasonToRefuse() {
        repo.git("branch", "release");
        repo.write("a.txt", "dirty\n");
        assertThat(merge("release")).isInstanceOf(TargetMergeResult.Merged.class);
        assertThat(repo.root.resolve("a.txt")).hasContent("dirty");
    }
}

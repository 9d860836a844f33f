package dev.prodigy.runtime.git.change;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.runtime.git.GitCode;
import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.TempRepo;
import dev.prodigy.runtime.git.WorkTree;
import dev.prodigy.runtime.git.salvage.Worksite;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class EvidenceCheckTest {
    @TempDir
    Path base;

    private TempRepo repo;
    private EvidenceCheck check;
    private WorkTree slot;
    private ObjectId start;

    @BeforeEach
    void make() throws IOException {
        repo = TempRepo.create(base);
        TempRepo.commit(repo.root, "c.txt", "c");
        var site = Worksite.of(repo.open(), repo.locks().resolve("worktrees.lock"));
        start = repo.id("HEAD");
        slot = site.registry().add(repo.worktrees().resolve("slot-01"), start);
        TempRepo.gitIn(slot.root(), "checkout", "-q", "-f", "-b", "item", start.hex());
        check = new EvidenceCheck(site.repository());
    }

    @AfterEach
    void close() {
        repo.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            true                                                                   | false | -
            true                                                                   | true  | COMMIT_MISSING
            echo x > a.txt                                                         | true  | COMMIT_MISSING
            git commit -q --allow-empty -m empty                                   | false | -
            git commit -q --allow-empty -m empty                                   | true  | COMMIT_MISSING
            echo x > a.txt; git commit -qam x; git revert --no-edit HEAD           | true  | COMMIT_MISSING
            echo x > a.txt; git commit -qam x                                      | true  | -
            echo x > a.txt; git commit -qam x; touch left over                     | true  | -
            git checkout -q -b other; echo x > a.txt; git commit -qam x            | true  | -
            git checkout -q --detach; echo x > a.txt; git commit -qam x            | true  | -
            git checkout -q -b side HEAD~1; git commit -q --allow-empty -m s; git merge -q item | false | -
            git commit -q --amend -m amended                                       | false | HISTORY_REWRITTEN
            git commit -q --amend -m amended                                       | true  | HISTORY_REWRITTEN
            git reset -q --hard HEAD~1                                             | false | HISTORY_REWRITTEN
            git checkout -q --orphan fresh                                         | false | HISTORY_REWRITTEN
            echo x > a.txt; git commit -qam x; git checkout -q -b y HEAD~1; echo y > a.txt; git commit -qam y; git merge -q item        | false | GIT_UNFINISHED
            echo x > a.txt; git commit -qam x; git checkout -q -b y HEAD~1; echo y > a.txt; git commit -qam y; git rebase -q item       | false | GIT_UNFINISHED
            echo x > a.txt; git commit -qam x; git checkout -q -b y HEAD~1; echo y > a.txt; git commit -qam y; git cherry-pick item     | false | GIT_UNFINISHED
            echo x > a.txt; git stash -q; echo y > a.txt; git commit -qam y; git stash pop                                              | false | GIT_UNFINISHED
            touch $(git rev-parse --git-dir)/index.lock                            | false | GIT_UNFINISHED
            rm .git                                                                | false | WORKTREE_ERROR
            rm .git; git init -q; git commit -q --allow-empty -m x                 | false | WORKTREE_ERROR
            git worktree remove --force .                                          | false | WORKTREE_ERROR
            rm $(git rev-parse --git-dir)/HEAD                                     | false | WORKTREE_ERROR
            """)
    void everythingASuccessNeedsIsLookedAt(String script, boolean commitRequired, String code) {
        TempRepo.sh(slot.root(), "{ " + script + "; } >/dev/null 2>&1 || true");
        var evidence = check.ofItem(slot, start, commitRequired);
        if (code.equals("-")) {
            assertThat(evidence)
                    .isInstanceOfSatisfying(
                            RepositoryVerdict.Holds.class,
                            holds -> assertThat(holds.head()).isEqualTo(TempRepo.headOf(slot.root())));
        } else {
            assertThat(evidence).isInstanceOfSatisfying(RepositoryVerdict.Lacks.class, lacks -> {
                assertThat(lacks.code()).isEqualTo(GitCode.valueOf(code));
                assertThat(lacks.status() == null).isEqualTo(lacks.code() == GitCode.WORKTREE_ERROR);
            });
        }
    }

    @Test
    void leftoversComeWithTheEvidence() {
        TempRepo.sh(slot.root(), "echo x > left; echo y > x.log");
        assertThat(check.ofItem(slot, start, false))
                .isInstanceOfSatisfying(
                        RepositoryVerdict.Holds.class,
                        holds -> assertThat(holds.status().paths()).containsExactly("left"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            true                                       | no commit was made
            git commit -q --allow-empty -m empty       | change no file
            echo x > a.txt; git commit -qam x          | -
            git commit -q --amend -m amended           | does not lead on
            git checkout -q --orphan fresh             | without commits
            """)
    void aStepThatMustCommitIsCheckedAlone(String script, String lack) {
        TempRepo.sh(slot.root(), script);
        var found = check.lackOfCommit(slot, start);
        if (lack.equals("-")) {
            assertThat(found).isEmpty();
        } else {
            assertThat(found).get().asString().contains(lack);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            git commit -q --allow-empty -m empty | COMMIT_MISSING
            git commit -q --amend -m amended     | HISTORY_REWRITTEN
            git checkout -q --orphan fresh       | HISTORY_REWRITTEN
            rm .git                              | WORKTREE_ERROR
            """)
    void theDeepestReasonForAMissingCommitIsTold(String script, GitCode code) {
        TempRepo.sh(slot.root(), script);
        var missing = new GitFailure(GitCode.COMMIT_MISSING, "missing");
        assertThat(check.cause(slot, start, missing).code()).isEqualTo(code);
    }

    @Test
    void theUsersCheckoutCanBeCheckedToo() {
        var checkout = new WorkTree(repo.root, repo.root.resolve(".git"));
        assertThat(check.lackOfCommit(checkout, start)).isPresent();
        TempRepo.commit(repo.root, "d.txt", "d");
        assertThat(check.lackOfCommit(checkout, start)).isEmpty();
    }
}

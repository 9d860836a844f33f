package dev.prodigy.runtime.git.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prodigy.runtime.git.GitCode;
import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.git.TempRepo;
import dev.prodigy.runtime.git.salvage.Saved;
import dev.prodigy.runtime.git.worktree.ProvidedFiles;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/// Where a run's steps work: made, parked and opened again (spec 03 §9).
final class SessionWorktreeTest extends SessionFixture {
    @Test
    void nothingIsMadeBeforeItIsOpened() {
        session.park();
        assertThat(session.tree()).isEmpty();
        assertThat(repo.worktrees()).doesNotExist();
        assertThat(repo.git("branch", "--list", "prodigy/*")).isEmpty();
    }

    @Test
    void itIsMadeOnItsBranchWithIncludedFiles() {
        var opened = session.open(start);
        assertThat(opened.created()).isTrue();
        assertThat(opened.directory()).isEqualTo(root);
        assertThat(opened.tip()).isEqualTo(start);
        assertThat(TempRepo.gitIn(root, "symbolic-ref", "HEAD")).isEqualTo(BRANCH);
        assertThat(TempRepo.gitIn(root, "status", "--porcelain")).isEmpty();
        assertThat(root.resolve(".env")).hasContent("SECRET=1");
    }

    @Test
    void itIsNewUntilItWasSetUp() {
        session.open(start);
        assertThat(session.open(start).created())
                .as("an earlier process failed or died")
                .isTrue();
        session.wasSetUp();
        assertThat(session.open(start).created()).isFalse();
    }

    @Test
    void whereAProcessDiedAmidTheCopiesTheyAreMadeAnew() throws Exception {
        var tree = session.open(start).tree();
        Files.delete(tree.own("prodigy-session"));
        Files.writeString(root.resolve(".env"), "SECR");
        session.open(start);
        assertThat(root.resolve(".env")).hasContent("SECRET=1");
        Files.writeString(root.resolve(".env"), "changed by setup");
        session.open(start);
        assertThat(root.resolve(".env")).hasContent("changed by setup");
    }

    @Test
    void stepsWorkInTheSubdirectoryProdigyWasStartedFrom() {
        open(repo.root.resolve("sub"));
        assertThat(session.open(start).directory()).isEqualTo(root.resolve("sub"));
    }

    @Test
    void aDetachedUserCheckoutIsNoHindrance() {
        repo.git("checkout", "-q", "--detach");
        assertThat(session.open(start).tip()).isEqualTo(start);
        assertThat(site.repository().branch()).isEmpty();
    }

    @Test
    void theBranchFollowsWhatStepsCommit() {
        session.open(start);
        var tip = TempRepo.commit(root, "c.txt", "c");
        assertThat(session.follow(start)).isEqualTo(tip);
        TempRepo.gitIn(root, "checkout", "-q", "-b", "elsewhere");
        var further = TempRepo.commit(root, "d.txt", "d");
        assertThat(session.follow(tip)).isEqualTo(further);
        assertThat(session.branch().tip()).contains(further);
    }

    @Test
    void stepsThatRewriteHistoryAreRefused() {
        session.open(start);
        var tip = TempRepo.commit(root, "c.txt", "c");
        session.follow(start);
        TempRepo.gitIn(root, "reset", "-q", "--hard", "HEAD^");
        assertThatThrownBy(() -> session.follow(tip))
                .isInstanceOfSatisfying(
                        GitFailure.class, failure -> assertThat(failure.code()).isEqualTo(GitCode.HISTORY_REWRITTEN));
    }

    @Test
    void aBranchThatLeavesFinishedWorkBehindIsRefusedAndThatWorkKept() {
        session.open(start);
        var tip = TempRepo.commit(root, "c.txt", "c");
        session.requireHeld(tip);
        TempRepo.gitIn(root, "checkout", "-q", "--detach", "HEAD^");
        session.requireHeld(tip);
        TempRepo.gitIn(root, "update-ref", BRANCH, start.hex());
        assertThatThrownBy(() -> session.requireHeld(tip))
                .isInstanceOfSatisfying(
                        GitFailure.class, failure -> assertThat(failure.code()).isEqualTo(GitCode.HISTORY_REWRITTEN))
                .hasMessageContaining("that is kept in " + SAVED);
        assertThat(site.repository().refs().find(SAVED)).contains(tip);
    }

    @Test
    void commitsBesideTheBranchAreSavedBeforeItReturnsToIt() {
        session.open(start);
        session.park();
        var stray = TempRepo.commit(root, "c.txt", "c");
        var opened = session.open(start);
        assertThat(opened.notices())
                .singleElement()
                .isInstanceOfSatisfying(
                        SessionNotice.StrayCommitsSaved.class,
                        notice -> assertThat(notice.head()).isEqualTo(stray));
        assertThat(site.repository().refs().find(SAVED)).contains(stray);
    }

    @Test
    void finishedWorkSurvivesACleaningOfTheRepository() {
        session.open(start);
        var tip = TempRepo.commit(root, "c.txt", "c");
        session.hold(start, tip);
        TempRepo.gitIn(root, "reset", "-q", "--hard", "HEAD^");
        TempRepo.gitIn(root, "reflog", "expire", "--expire=now", "--all");
        TempRepo.gitIn(root, "gc", "-q", "--prune=now");
        assertThat(site.repository().objects().commit(tip.hex())).isPresent();
    }

    @Test
    void whatIsLeftHalfDoneIsNamed() {
        session.open(start);
        assertThat(session.unfinished()).isEmpty();
        TempRepo.sh(root, "git checkout -q -b o; echo x >a.txt; git commit -qam x; git checkout -q -; echo y >a.txt");
        TempRepo.sh(root, "git commit -qam y; git merge -q o || true");
        assertThat(session.unfinished()).contains("merge");
    }

    @Test
    void whileParkedTheBranchMovesAndNoFileChanges() {
        session.open(start);
        session.park();
        assertThat(TempRepo.gitIn(root, "rev-parse", "--abbrev-ref", "HEAD")).isEqualTo("HEAD");
        var moved = advance("merged.txt");
        assertThat(TempRepo.gitIn(root, "status", "--porcelain")).isEmpty();
        assertThat(root.resolve("merged.txt")).doesNotExist();
        var opened = session.open(moved);
        assertThat(opened.notices()).isEmpty();
        assertThat(root.resolve("merged.txt")).exists();
        assertThat(TempRepo.gitIn(root, "symbolic-ref", "HEAD")).isEqualTo(BRANCH);
    }

    @Test
    void localFilesThatDoNotStandInTheWayStay() {
        session.open(start);
        TempRepo.sh(root, "echo local >> a.txt; echo u > untracked.txt");
        session.park();
        var opened = session.open(advance("merged.txt"));
        assertThat(opened.notices()).isEmpty();
        assertThat(root.resolve("a.txt")).content().endsWith("local\n");
        assertThat(root.resolve("untracked.txt")).exists();
    }

    @Test
    void localFilesThatStandInTheWayAreSavedFirst() {
        session.open(start);
        TempRepo.sh(root, """
                echo local >> a.txt; echo stay >> sub/b.txt
                echo mine > merged.txt; mkdir folder; echo deep > folder/deep; echo flat > flat
                echo staged > staged.txt; git add staged.txt
                """);
        session.park();
        var moved = advanceBy(
                "echo theirs >> a.txt; echo theirs > merged.txt; echo file > folder; mkdir flat; echo x > flat/x;"
                        + " echo theirs > staged.txt");
        var opened = session.open(moved);
        assertThat(opened.notices())
                .singleElement()
                .isInstanceOfSatisfying(SessionNotice.ObstaclesSaved.class, notice -> {
                    assertThat(notice.saved()).isInstanceOf(Saved.Kept.class);
                    assertThat(notice.paths())
                            .containsExactlyInAnyOrder("a.txt", "merged.txt", "folder/deep", "flat", "staged.txt");
                });
        assertThat(root.resolve("a.txt")).content().endsWith("theirs\n");
        assertThat(root.resolve("merged.txt")).hasContent("theirs");
        assertThat(root.resolve("folder")).isRegularFile();
        assertThat(root.resolve("flat/x")).exists();
        assertThat(root.resolve("sub/b.txt")).content().endsWith("stay\n");
        assertThat(repo.git("show", SAVED + ":folder/deep")).isEqualTo("deep");
        assertThat(repo.git("show", SAVED + ":staged.txt")).isEqualTo("staged");
    }

    @Test
    void theUsersCheckoutIsNeverTouched() {
        repo.write("a.txt", "dirty\n");
        var before = repo.git("status", "--porcelain=v2", "--branch");
        session.open(start);
        session.park();
        session.open(advance("merged.txt"));
        session.dismantle();
        assertThat(repo.git("status", "--porcelain=v2", "--branch")).isEqualTo(before);
    }

    /// No ref can hold a repository, but none of its files is in the way.
    @Test
    void onlyWhatStandsInTheWayGivesWay() {
        session.open(start);
        TempRepo.sh(root, """
                git init -q tool; echo t > tool/t; echo n > note; echo mine > merged.txt; echo more >> a.txt
                """);
        session.park();
        var opened = session.open(advance("merged.txt"));
        assertThat(opened.notices())
                .singleElement()
                .isInstanceOfSatisfying(SessionNotice.ObstaclesSaved.class, notice -> {
                    assertThat(notice.saved())
                            .isInstanceOfSatisfying(
                                    Saved.Kept.class,
                                    kept -> assertThat(kept.paths()).containsExactly("merged.txt"));
                    assertThat(notice.paths()).containsExactly("merged.txt");
                });
        assertThat(repo.git("show", SAVED + ":merged.txt")).isEqualTo("mine");
        assertThat(root.resolve("merged.txt")).hasContent("merged");
        assertThat(root.resolve("tool/t")).exists();
        assertThat(root.resolve("note")).exists();
        assertThat(root.resolve("a.txt")).content().endsWith("more\n");
        assertThat(TempRepo.gitIn(root, "symbolic-ref", "HEAD")).isEqualTo(BRANCH);
    }

    @Test
    void whatEveryWorktreeGetsGivesWayUnsaved() {
        session.open(start);
        TempRepo.sh(root, "echo made > merged.txt; git add merged.txt; echo more >> a.txt; echo n > note");
        ProvidedFiles.remember(site.repository().git(), session.tree().orElseThrow());
        session.park();
        var moved = advanceBy("echo merged > merged.txt; echo theirs >> a.txt");
        assertThat(session.open(moved).notices()).isEmpty();
        assertThat(root.resolve("merged.txt")).hasContent("merged");
        assertThat(root.resolve("a.txt")).content().endsWith("theirs\n");
        assertThat(root.resolve("note")).exists();
        assertThat(repo.git("for-each-ref", "refs/prodigy")).isEmpty();
    }

    @Test
    void obstaclesThatCannotBeSavedTakeTheWorktreeAside() {
        session.open(start);
        TempRepo.sh(root, "git init -q tool; echo t > tool/t; echo n > note");
        session.park();
        var opened = session.open(advance("tool"));
        assertThat(opened.notices())
                .singleElement()
                .isInstanceOfSatisfying(
                        SessionNotice.ObstaclesSaved.class,
                        notice -> assertThat(notice.saved()).isInstanceOf(Saved.Retired.class));
        assertThat(root.resolve("tool")).isRegularFile();
        assertThat(opened.created()).as("it has to be set up").isTrue();
        assertThat(session.tree()).contains(opened.tree());
        assertThat(root.resolve("note")).doesNotExist();
    }

    /// The commit does not ignore it, as the user's checkout does.
    @Test
    void anIncludedFileIsNoWorkOfTheSteps() {
        session.open(TempRepo.commit(repo.root, ".gitignore", "nothing"));
        assertThat(session.uncommitted()).isEmpty();
        assertThat(session.saveLeftovers()).isInstanceOf(Saved.Nothing.class);
        TempRepo.sh(root, "echo SECRET=2 > .env");
        assertThat(session.uncommitted()).containsExactly(".env");
    }
}

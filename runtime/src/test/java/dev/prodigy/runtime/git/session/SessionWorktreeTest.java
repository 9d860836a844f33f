package dev.prodigy.runtime.git.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prodigy.runtime.git.GitCode;
import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.TempRepo;
import dev.prodigy.runtime.git.salvage.Saved;
import dev.prodigy.runtime.git.salvage.Worksite;
import dev.prodigy.runtime.git.slot.IncludedFiles;
import dev.prodigy.runtime.git.slot.Provision;
import dev.prodigy.runtime.git.worktree.DirectoryTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SessionWorktreeTest {
    private static final String BRANCH = "refs/heads/prodigy/run-1";
    private static final String SAVED = "refs/prodigy/salvage/run-1/session-1";

    @TempDir
    Path base;

    private TempRepo repo;
    private Worksite site;
    private SessionWorktree session;
    private ObjectId start;
    private Path root;

    @BeforeEach
    void make() throws IOException {
        repo = TempRepo.create(base);
        repo.write(".env", "SECRET=1\n");
        open(repo.root);
        start = repo.id("HEAD");
        root = repo.worktrees().resolve("run-1");
    }

    private void open(Path directory) {
        site = Worksite.of(repo.open(directory), repo.locks().resolve("worktrees.lock"));
        session = new SessionWorktree(
                site,
                repo.worktrees().resolve("run-1"),
                "run-1",
                new Provision(new IncludedFiles(repo.root, List.of(".env")), false));
    }

    @AfterEach
    void close() {
        repo.close();
    }

    @Test
    void nothingIsMadeBeforeItIsOpened() {
        session.park();
        assertThat(session.tree()).isEmpty();
        assertThat(repo.worktrees()).doesNotExist();
        assertThat(repo.git("branch", "--list", "prodigy/*")).isEmpty();
    }

    @Test
    void aLockThatAStepLeftOnItsBranchIsRemovedBetweenTheStages() throws IOException {
        session.open(start);
        var lock = repo.root.resolve(".git/" + BRANCH + ".lock");
        Files.createFile(lock);
        session.park();
        assertThat(lock).doesNotExist();
        Files.createFile(lock);
        session.open(start);
        assertThat(lock).doesNotExist();
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
        assertThat(session.open(start).created()).isFalse();
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
    void aDeletedWorktreeIsMadeAgainFromItsBranch() throws IOException {
        session.open(start);
        var tip = TempRepo.commit(root, "c.txt", "c");
        DirectoryTree.delete(root);
        var opened = session.open(tip);
        assertThat(opened.created()).isTrue();
        assertThat(opened.notices()).hasExactlyElementsOfTypes(SessionNotice.WorktreeRecreated.class);
        assertThat(root.resolve("c.txt")).exists();
    }

    /// With `git worktree remove` nothing of it is left, not even its registration.
    @Test
    void aWorktreeThatAPersonRemovedIsMissed() {
        session.open(start);
        repo.git("worktree", "remove", "--force", root.toString());
        assertThat(session.open(start, start, true).notices())
                .hasExactlyElementsOfTypes(SessionNotice.WorktreeRecreated.class);
        assertThat(session.open(start, start, true).notices()).isEmpty();
    }

    @Test
    void aDamagedWorktreeIsSavedAndMadeAgain() throws IOException {
        session.open(start);
        TempRepo.sh(root, "echo u > u.txt");
        Files.delete(root.resolve(".git"));
        var opened = session.open(start);
        assertThat(opened.notices()).hasExactlyElementsOfTypes(SessionNotice.WorktreeRecreated.class);
        assertThat(repo.git("show", SAVED + ":u.txt")).isEqualTo("u");
        assertThat(root.resolve("u.txt")).doesNotExist();
    }

    @Test
    void aDeletedBranchIsRecreatedAtTheRecordedTip() {
        session.open(start);
        var tip = TempRepo.commit(root, "c.txt", "c");
        session.park();
        repo.git("update-ref", "-d", BRANCH);
        var opened = session.open(tip);
        assertThat(opened.notices()).containsExactly(new SessionNotice.BranchRecreated(BRANCH, tip));
        assertThat(repo.id(BRANCH)).isEqualTo(tip);
        assertThat(TempRepo.gitIn(root, "status", "--porcelain")).isEmpty();
    }

    @Test
    void aBranchMovedElsewhereIsPutBackAndItsCommitsAreSaved() {
        session.open(start);
        var tip = TempRepo.commit(root, "c.txt", "c");
        TempRepo.gitIn(root, "reset", "-q", "--hard", start.hex());
        var stray = TempRepo.commit(root, "d.txt", "d");
        var opened = session.open(tip);
        assertThat(opened.notices())
                .first()
                .isEqualTo(new SessionNotice.BranchPutBack(
                        BRANCH, stray, tip, new Saved.Kept(SAVED, stray, List.of(), List.of())));
        assertThat(repo.id(BRANCH)).isEqualTo(tip);
        assertThat(root.resolve("c.txt")).exists();
        assertThat(TempRepo.gitIn(root, "status", "--porcelain")).isEmpty();
    }

    @Test
    void aBranchMovedForwardStays() {
        session.open(start);
        var tip = TempRepo.commit(root, "repaired.txt", "by hand");
        var opened = session.open(start);
        assertThat(opened.tip()).isEqualTo(tip);
        assertThat(opened.notices()).isEmpty();
    }

    @Test
    void aRecordedCommitThatIsGoneIsNamed() {
        var gone = new ObjectId("1234567890".repeat(4));
        assertThatThrownBy(() -> session.open(gone))
                .isInstanceOf(GitFailure.class)
                .hasMessageContaining(gone.hex());
    }

    @Test
    void lockFilesOfTheDeadDoNotStandInTheWay() throws IOException {
        var opened = session.open(start);
        session.park();
        Files.createFile(opened.tree().own("index.lock"));
        assertThat(session.open(advance("merged.txt")).notices()).isEmpty();
    }

    @Test
    void dismantlingLeavesNoTrace() {
        session.open(start);
        assertThat(session.dismantle()).isEmpty();
        assertThat(root).doesNotExist();
        assertThat(repo.git("for-each-ref", "refs/heads/prodigy", "refs/prodigy"))
                .isEmpty();
        assertThat(repo.git("worktree", "list").lines()).hasSize(1);
    }

    @Test
    void aBranchThatTheUserLooksAtIsLeftToTheUser() {
        session.open(start);
        session.park();
        repo.git("checkout", "-q", "prodigy/run-1");
        session.dismantle();
        assertThat(root).doesNotExist();
        assertThat(repo.git("symbolic-ref", "HEAD")).isEqualTo(BRANCH);
        assertThat(TempRepo.headOf(repo.root)).isEqualTo(start);
    }

    /// Spec 03 §12: the branch stays, and with it what it reaches.
    @Test
    void whatTheBranchReachesIsNoLeftover() throws IOException {
        session.open(start);
        TempRepo.commit(root, "c.txt", "c");

        assertThat(session.saveLeftovers()).isInstanceOf(Saved.Nothing.class);

        Files.writeString(root.resolve("d.txt"), "d");
        assertThat(session.saveLeftovers()).isInstanceOf(Saved.Kept.class);
    }

    @Test
    void dismantlingSavesWhatNothingElseHas() {
        session.open(start);
        var lost = TempRepo.commit(root, "c.txt", "c");
        session.park();
        assertThat(session.dismantle()).containsExactly(new Saved.Kept(SAVED, lost, List.of(), List.of(lost)));
    }

    @Test
    void aRollbackRestoresTheStartAndKeepsWhatWasThere() {
        session.open(start);
        TempRepo.commit(root, "c.txt", "c");
        TempRepo.sh(root, "echo u > untracked.txt; echo changed > a.txt");
        assertThat(session.rollBack(start)).isInstanceOf(Saved.Kept.class);
        assertThat(root.resolve("c.txt")).doesNotExist();
        assertThat(root.resolve("untracked.txt")).doesNotExist();
        assertThat(TempRepo.gitIn(root, "status", "--porcelain")).isEmpty();
        assertThat(repo.id(BRANCH)).isEqualTo(start);
        assertThat(repo.git("ls-tree", "--name-only", "refs/prodigy/rollback/run-1"))
                .contains("c.txt")
                .contains("untracked.txt");
    }

    @Test
    void aRollbackOfNothingStillHasItsReference() {
        session.open(start);
        assertThat(session.rollBack(start)).isInstanceOf(Saved.Kept.class);
        assertThat(repo.id("refs/prodigy/rollback/run-1")).isEqualTo(start);
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

    private ObjectId advance(String file) {
        return advanceBy("echo merged > " + file);
    }

    /// Moves the session branch without any of prodigy's worktrees.
    private ObjectId advanceBy(String script) {
        var side = repo.root.resolveSibling("side");
        repo.git("worktree", "add", "-q", "--detach", side.toString(), BRANCH);
        TempRepo.sh(side, script + "; git add -A; git commit -q -m advance");
        var moved = TempRepo.headOf(side);
        repo.git("worktree", "remove", "--force", side.toString());
        repo.git("update-ref", BRANCH, moved.hex());
        return moved;
    }
}

package dev.prodigy.runtime.git.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.TempRepo;
import dev.prodigy.runtime.git.salvage.Saved;
import dev.prodigy.runtime.git.worktree.DirectoryTree;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A session worktree or its branch that was removed, damaged or moved (spec 03 §12).
final class SessionRepairTest extends SessionFixture {
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
    void lockFilesOfTheDeadDoNotStandInTheWay() throws IOException {
        var opened = session.open(start);
        session.park();
        Files.createFile(opened.tree().own("index.lock"));
        assertThat(session.open(advance("merged.txt")).notices()).isEmpty();
    }

    @Test
    void aMergeThatWasCutOffAndCannotBeSavedIsMovedAside() {
        session.open(start);
        var theirs = TempRepo.commit(repo.root, "a.txt", "theirs");
        session.mergeIn(theirs);
        TempRepo.sh(root, "git init -q tool; echo t > tool/t");
        var opened = session.open(start, start, true);
        assertThat(opened.notices())
                .singleElement()
                .isInstanceOfSatisfying(
                        SessionNotice.MergeGivenUp.class,
                        notice -> assertThat(notice.saved()).isInstanceOf(Saved.Retired.class));
        assertThat(opened.created()).isTrue();
        assertThat(root.resolve("tool")).doesNotExist();
    }
}

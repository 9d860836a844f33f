package dev.prodigy.runtime.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.WorkTree;
import dev.prodigy.runtime.git.salvage.Saved;
import dev.prodigy.runtime.git.session.SessionNotice;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What a person is told when a session had to be mended.
final class SessionWordsTest {
    private static final ObjectId FOUND = new ObjectId("a".repeat(40));
    private static final ObjectId TIP = new ObjectId("b".repeat(40));
    private static final Saved KEPT = new Saved.Kept("refs/prodigy/salvage/run/session-1", FOUND, List.of(), List.of());

    @Test
    void aBranchThatWasMoved() {
        assertThat(SessionWords.of(new SessionNotice.BranchPutBack("refs/heads/prodigy/run", FOUND, TIP, KEPT)))
                .isEqualTo("the branch prodigy/run was at aaaaaaaaaa, which does not lead on from bbbbbbbbbb, and was"
                        + " put back there; what was there is saved in refs/prodigy/salvage/run/session-1");
    }

    @Test
    void aBranchThatWasDeleted() {
        assertThat(SessionWords.of(new SessionNotice.BranchRecreated("refs/heads/prodigy/run", TIP)))
                .isEqualTo("the branch prodigy/run was gone and was made again at bbbbbbbbbb");
    }

    @Test
    void aWorktreeThatWasDeleted() {
        assertThat(SessionWords.of(new SessionNotice.WorktreeRecreated(Path.of("/w"), new Saved.Nothing())))
                .isEqualTo("the session worktree /w was gone or damaged and was made again from its branch;"
                        + " uncommitted results of earlier steps are not in it");
    }

    @Test
    void commitsBesideTheBranch() {
        assertThat(SessionWords.of(new SessionNotice.StrayCommitsSaved(FOUND, KEPT)))
                .isEqualTo("the session worktree had aaaaaaaaaa checked out, which its branch does not have, and is on"
                        + " its branch again; what was there is saved in refs/prodigy/salvage/run/session-1");
    }

    @Test
    void filesInTheWayOfWhichOnlyFiveAreNamed() {
        var retired = new Saved.Retired(new WorkTree(Path.of("/retired"), Path.of("/git")), "it is large");
        assertThat(SessionWords.of(
                        new SessionNotice.ObstaclesSaved(retired, List.of("a", "b", "c", "d", "e", "f", "g"))))
                .isEqualTo("local files stood in the way of the branch's files and gave way: a, b, c, d, e and 2 more;"
                        + " what was there is kept in /retired");
    }
}

package dev.prodigy.runtime.git.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.runtime.git.TempRepo;
import dev.prodigy.runtime.git.salvage.Saved;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;

/// How a session worktree ends: dismantled or rolled back (spec 03 §12).
final class SessionEndTest extends SessionFixture {
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
}

package dev.prodigy.runtime.git.session;

import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.TempRepo;
import dev.prodigy.runtime.git.salvage.Worksite;
import dev.prodigy.runtime.git.slot.IncludedFiles;
import dev.prodigy.runtime.git.slot.Provision;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// A repository and the session worktree of a run in it, not made yet.
abstract class SessionFixture {
    static final String BRANCH = "refs/heads/prodigy/run-1";
    static final String SAVED = "refs/prodigy/salvage/run-1/session-1";

    @TempDir
    Path base;

    TempRepo repo;
    Worksite site;
    SessionWorktree session;
    ObjectId start;
    Path root;

    @BeforeEach
    void make() throws IOException {
        repo = TempRepo.create(base);
        repo.write(".env", "SECRET=1\n");
        open(repo.root);
        start = repo.id("HEAD");
        root = repo.worktrees().resolve("run-1");
    }

    void open(Path directory) {
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

    ObjectId advance(String file) {
        return advanceBy("echo merged > " + file);
    }

    /// Moves the session branch without any of prodigy's worktrees.
    ObjectId advanceBy(String script) {
        var side = repo.root.resolveSibling("side");
        repo.git("worktree", "add", "-q", "--detach", side.toString(), BRANCH);
        TempRepo.sh(side, script + "; git add -A; git commit -q -m advance");
        var moved = TempRepo.headOf(side);
        repo.git("worktree", "remove", "--force", side.toString());
        repo.git("update-ref", BRANCH, moved.hex());
        return moved;
    }
}

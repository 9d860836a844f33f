package dev.prodigy.runtime.git.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.runtime.git.TempRepo;
import dev.prodigy.runtime.git.worktree.DirectoryTree;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/// What steps commit inside of submodules outlives the session worktree (spec 03 §12).
final class SessionSubmodulesTest extends SessionFixture {
    private static final String COMMIT =
            "git config user.name u; git config user.email u@x; echo fix > fix; git add fix; git commit -q -m fix";

    @Test
    void whatAFinishedStepCommittedInASubmoduleOutlivesTheWorktree() throws IOException {
        var lib = Files.createDirectories(base.resolve("lib"));
        TempRepo.sh(lib, "git init -q -b main; " + COMMIT);
        TempRepo.sh(
                repo.root,
                "git -c protocol.file.allow=always submodule --quiet add '%s' lib; git commit -q -m lib"
                        .formatted(lib));
        var withLib = repo.id("HEAD");
        session.open(withLib);
        TempRepo.sh(root, "git -c protocol.file.allow=always submodule --quiet update --init");
        TempRepo.sh(root.resolve("lib"), COMMIT.replace("echo fix", "echo new"));
        var fix = TempRepo.headOf(root.resolve("lib"));
        TempRepo.sh(root, "git commit -q -a -m bump");
        session.hold(withLib, TempRepo.headOf(root));
        DirectoryTree.delete(root);
        repo.git("worktree", "prune");
        assertThat(repo.git("--git-dir=.git/modules/lib", "rev-parse", "refs/prodigy/salvage/run-1/session"))
                .isEqualTo(fix.hex());
    }
}

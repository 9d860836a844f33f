package dev.prodigy.runtime.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.runtime.git.TempRepo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the steps of a called workflow commit inside of submodules outlives the caller's worktree (spec 03 §12).
final class CallersHistoryTest {
    private static final String COMMIT =
            "git config user.name u; git config user.email u@x; echo %1$s > f; git add f; git commit -q -m %1$s";
    private static final String SUBMODULE = "git -c protocol.file.allow=always submodule --quiet ";

    @TempDir
    Path base;

    @Test
    void whatAStepCommittedInASubmoduleIsHandedOverAtItsEnd() throws IOException {
        var lib = Files.createDirectories(base.resolve("lib"));
        TempRepo.sh(lib, "git init -q -b main; " + COMMIT.formatted("one"));
        try (var repo = TempRepo.create(Files.createDirectories(base.resolve("app")))) {
            TempRepo.sh(repo.root, SUBMODULE + "add '%s' lib; git commit -q -m lib".formatted(lib));
            var tree = base.resolve("tree");
            repo.git("worktree", "add", "-q", tree.toString());
            TempRepo.sh(tree, SUBMODULE + "update --init");
            TempRepo.sh(tree.resolve("lib"), COMMIT.formatted("fix"));
            var fix = TempRepo.headOf(tree.resolve("lib"));
            var history = CallersHistory.of(repo.open(tree), "run-2");
            assertThat(history.head()).as("the caller's to record").isEmpty();
            assertThat(repo.git("--git-dir=.git/modules/lib", "rev-parse", "refs/prodigy/salvage/run-2/session"))
                    .isEqualTo(fix.hex());
        }
    }
}

package dev.prodigy.runtime.git.worktree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.runtime.git.TempRepo;
import dev.prodigy.runtime.git.WorkTree;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class UnfinishedTest {
    @TempDir
    Path base;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            true                                          | ''
            git merge -q other                            | MERGE
            git rebase -q other                           | REBASE
            git rebase -q --apply other                   | REBASE
            git cherry-pick other                         | CHERRY_PICK
            git revert --no-commit HEAD; git revert HEAD~1| REVERT
            git bisect start                              | BISECT
            touch .git/index.lock                         | INDEX_LOCK
            """)
    void whatACommandLeavesHalfDoneIsSeen(String command, String found) throws IOException {
        try (var repo = TempRepo.create(base)) {
            TempRepo.sh(repo.root, """
                    git checkout -q -b other; echo other > a.txt; git commit -qam other
                    git checkout -q main; echo main > a.txt; git commit -qam main
                    { %s; } >/dev/null 2>&1 || true
                    """.formatted(command));
            var tree = new WorkTree(repo.root, repo.root.resolve(".git"));
            assertThat(Unfinished.in(tree)).map(Enum::name).isEqualTo(found.isEmpty() ? List.of() : List.of(found));
        }
    }
}

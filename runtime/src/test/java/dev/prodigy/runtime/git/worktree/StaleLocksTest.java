package dev.prodigy.runtime.git.worktree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.runtime.git.TempRepo;
import dev.prodigy.runtime.git.WorkTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StaleLocksTest {
    @TempDir
    Path base;

    @Test
    void onlyLocksOfTheRunsOwnBranchesAreRemoved() throws IOException {
        try (var repo = TempRepo.create(base)) {
            var common = repo.root.resolve(".git");
            var ours = new Path[] {
                common.resolve("refs/heads/prodigy/run-1.lock"),
                common.resolve("refs/heads/prodigy-items/run-1/item-001.lock")
            };
            var others = new Path[] {
                common.resolve("refs/heads/prodigy/run-2.lock"),
                common.resolve("refs/heads/main.lock"),
                common.resolve("packed-refs.lock"),
                common.resolve("index.lock")
            };
            for (var files : new Path[][] {ours, others}) {
                for (var file : files) {
                    Files.createDirectories(file.getParent());
                    Files.createFile(file);
                }
            }
            assertThat(StaleLocks.clear(common, "run-1")).containsExactlyInAnyOrder(ours);
            assertThat(others).allSatisfy(file -> assertThat(file).exists());
        }
    }

    @Test
    void locksOfALeasedWorktreeAreRemoved() throws IOException {
        var tree = new WorkTree(base, base.resolve("git"));
        Files.createDirectories(tree.gitDir());
        Files.createFile(tree.own("index.lock"));
        Files.createFile(tree.own("HEAD.lock"));
        Files.createFile(tree.own("index"));
        assertThat(StaleLocks.clear(tree)).containsExactly(tree.own("index.lock"), tree.own("HEAD.lock"));
        assertThat(StaleLocks.clear(tree)).isEmpty();
        assertThat(tree.own("index")).exists();
    }
}

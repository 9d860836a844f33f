package dev.prodigy.runtime.git.slot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.runtime.git.ItemAttempt;
import dev.prodigy.runtime.git.TempRepo;
import dev.prodigy.runtime.git.salvage.Worksite;
import dev.prodigy.runtime.git.session.SessionWorktree;
import dev.prodigy.runtime.git.worktree.DirectoryTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SubmodulesTest {
    @TempDir
    Path base;

    @Test
    void theUsersCopiesAreBorrowedAndItsConfigurationIsNotWritten() throws IOException {
        var inner = Files.createDirectories(base.resolve("inner"));
        var lib = Files.createDirectories(base.resolve("lib"));
        for (var each : List.of(inner, lib)) {
            TempRepo.sh(
                    each,
                    "git init -q -b main; git config user.name u; git config user.email u@x; echo x > x; git add x;"
                            + " git commit -q -m x");
        }
        TempRepo.sh(
                lib,
                "git -c protocol.file.allow=always submodule --quiet add '%s' in; git commit -q -m in"
                        .formatted(inner));
        try (var repo = TempRepo.create(Files.createDirectories(base.resolve("main")))) {
            TempRepo.sh(repo.root, """
                    git -c protocol.file.allow=always submodule --quiet add '%s' 'my lib'
                    git -c protocol.file.allow=always submodule --quiet update --init --recursive
                    git commit -q -m lib
                    """.formatted(lib));
            // Only the user's copies can serve from here on.
            DirectoryTree.delete(lib);
            DirectoryTree.delete(inner);
            String configuration = repo.git("config", "--list", "--local");
            var site = Worksite.of(repo.open(), repo.locks().resolve("w.lock"));
            var pool = new SlotPool(
                    site,
                    new SlotPlaces(repo.worktrees(), repo.locks()),
                    new SlotOptions(Reuse.CLEAN, SlotOptions.UNLIMITED, true, false),
                    new IncludedFiles(repo.root, List.of()),
                    DiskSpace.MEASURED);
            var start = repo.id("HEAD");
            for (int i = 1; i <= 2; i++) {
                var item = new ItemAttempt("run-1", "item-00" + i, 1);
                try (var lease = ((Acquisition.Granted) pool.acquire(start)).lease()) {
                    var directory = lease.prepare(item, start).directory();
                    assertThat(directory.resolve("my lib/x")).hasContent("x");
                    assertThat(directory.resolve("my lib/in/x")).hasContent("x");
                    assertThat(directory.resolve("my lib/junk")).doesNotExist();
                    assertThat(TempRepo.gitIn(directory.resolve("my lib"), "remote", "get-url", "origin"))
                            .isEqualTo(lib.toString());
                    assertThat(lease.status().isClean()).isTrue();
                    lease.settle(item, false);
                    TempRepo.sh(directory, "touch 'my lib/junk'");
                }
            }
            var made = new ItemAttempt("run-1", "item-003", 1);
            try (var lease = ((Acquisition.Granted) pool.acquire(start)).lease()) {
                var directory = lease.prepare(made, start).directory();
                TempRepo.sh(directory, """
                        cd 'my lib'; git config user.name u; git config user.email u@x
                        echo new > new; git add new; git commit -q -m new; cd ..
                        git add 'my lib'; git commit -q -m 'move the submodule'
                        """);
                lease.saveLeftovers(made, lease.status());
                var commit = TempRepo.headOf(directory.resolve("my lib"));
                assertThat(TempRepo.gitIn(
                                repo.root.resolve("my lib"), "rev-parse", "refs/prodigy/salvage/run-1/item-003-1"))
                        .isEqualTo(commit.hex());
                lease.settle(made, false);
            }
            var left = new ItemAttempt("run-1", "item-004", 1);
            try (var lease = ((Acquisition.Granted) pool.acquire(start)).lease()) {
                var directory = lease.prepare(left, start).directory();
                TempRepo.sh(directory, """
                        cd 'my lib'; git config user.name u; git config user.email u@x
                        commit() { echo $1 > $1; git add $1; git commit -q -m $1; git rev-parse HEAD >>../../made; }
                        git checkout -q -b other; commit on-a-branch; git checkout -q --detach HEAD~1
                        commit left; git checkout -q HEAD~1
                        echo stashed > x; git stash -q; git rev-parse refs/stash >>../../made
                        """);
                lease.saveLeftovers(left, lease.status());
                for (var commit : Files.readAllLines(repo.worktrees().resolve("made"))) {
                    assertThat(TempRepo.gitIn(
                                    repo.root.resolve("my lib"),
                                    "for-each-ref",
                                    "--contains",
                                    commit,
                                    "refs/prodigy/salvage/run-1/item-004-*"))
                            .isNotEmpty();
                }
                lease.settle(left, false);
            }
            var session = new SessionWorktree(
                    site,
                    repo.worktrees().resolve("run-1"),
                    "run-1",
                    new Provision(new IncludedFiles(repo.root, List.of()), true));
            assertThat(session.open(start).directory().resolve("my lib/in/x")).hasContent("x");
            session.dismantle();
            assertThat(repo.git("config", "--list", "--local")).isEqualTo(configuration);
            pool.dismantle("run-1"::equals);
            assertThat(repo.worktrees().resolve("slot-01")).doesNotExist();
        }
    }
}

package dev.prodigy.runtime.git.worktree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.runtime.git.TempRepo;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Worktrees are made without a failure beside someone who makes others without any lock (spec 03 §9, §16).
/// `bench/contention worktrees` plays a hundred rounds.
final class StrangerTest {
    private static final int AT_ONCE = 64;

    @TempDir
    Path base;

    @Test
    void sixtyFourAtOnceBesideAStranger() throws Exception {
        try (var repo = TempRepo.create(base);
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var registry = new WorktreeRegistry(repo.open(), repo.locks().resolve("worktrees.lock"));
            var commit = repo.id("HEAD");
            var over = new AtomicBoolean();
            var stranger = threads.submit(() -> {
                int made = 0;
                while (!over.get()) {
                    var place = base.resolve("stranger-" + made).toString();
                    TempRepo.sh(
                            repo.root,
                            "git worktree add -q --detach '" + place + "' 2>&1 || true;"
                                    + " git worktree remove --force '" + place + "' 2>&1 || true");
                    made++;
                }
                return made;
            });
            var made = new ArrayList<Future<Path>>();
            for (int i = 0; i < AT_ONCE; i++) {
                var place = repo.worktrees().resolve("w" + i);
                made.add(threads.submit(() -> registry.add(place, commit).root()));
            }
            for (var each : made) {
                assertThat(each.get()).isDirectory();
            }
            over.set(true);
            assertThat(stranger.get()).isPositive();
        }
    }
}

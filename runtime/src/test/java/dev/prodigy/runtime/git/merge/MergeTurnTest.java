package dev.prodigy.runtime.git.merge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.runtime.git.GitProgram;
import dev.prodigy.runtime.git.TempRepo;
import dev.prodigy.runtime.git.salvage.Worksite;
import dev.prodigy.runtime.home.Owner;
import dev.prodigy.runtime.home.OwnerLock;
import dev.prodigy.runtime.time.Waiter;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Merges into one repository happen one at a time (spec 03 §11).
final class MergeTurnTest extends TargetMergeFixture {
    @Test
    void mergesOfOneRepositoryTakeTurns() {
        var waited = new ArrayList<Object>();
        var lock = taken();
        waitingWith(pause -> {
            waited.add(pause);
            lock.close();
        });
        assertThat(merge("main")).isInstanceOf(TargetMergeResult.Merged.class);
        assertThat(waited).hasSize(1);
        assertThat(told).as("it was not long").isEmpty();
    }

    @Test
    void whoseMergeIsWaitedForIsToldOnceWhenItTakesAWhile() {
        var waited = new ArrayList<Object>();
        var lock = taken();
        waitingWith(pause -> {
            waited.add(pause);
            if (waited.size() == 100) {
                lock.close();
            }
        });
        assertThat(merge("main")).isInstanceOf(TargetMergeResult.Merged.class);
        assertThat(told)
                .singleElement()
                .asString()
                .contains("that of run-2 in process 77 on there since 1970-01-01T00:00:00Z");
    }

    @Test
    void aHookOfAMergeDoesNotWaitForThatMerge() throws IOException {
        hook("post-merge", "echo \"$PRODIGY_MERGE_TURN\" > '" + base.resolve("seen") + "'");
        assertThat(merge("main")).isInstanceOf(TargetMergeResult.Merged.class);
        var variables = Map.of(
                "PRODIGY_MERGE_TURN", Files.readString(base.resolve("seen")).strip());
        site = Worksite.of(repo.openWith(variables), repo.locks().resolve("worktrees.lock"));
        tip = TempRepo.commit(session, "b.txt", "more");
        try (var _ = taken()) {
            assertThat(merge("main"))
                    .isInstanceOfSatisfying(
                            TargetMergeResult.Refused.class,
                            refused -> assertThat(refused.reason()).contains("prodigy worktree merge run-1"));
        }
        assertThat(merge("main")).as("once it is over").isInstanceOf(TargetMergeResult.Merged.class);
    }

    @Test
    void waitingForATurnCanBeInterrupted() {
        waitingWith(_ -> {
            throw new InterruptedException();
        });
        try (var _ = taken()) {
            assertThat(merge("main")).isInstanceOf(TargetMergeResult.Interrupted.class);
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void whoIsInterruptedTakesNoTurn() {
        Thread.currentThread().interrupt();
        assertThat(merge("main")).isInstanceOf(TargetMergeResult.Interrupted.class);
        assertThat(Thread.interrupted()).isTrue();
        taken().close();
        assertThat(repo.id("main")).isEqualTo(start);
    }

    private OwnerLock taken() {
        var other = new Owner(77, "there", Instant.EPOCH, "run-2");
        return ((OwnerLock.Attempt.Taken) OwnerLock.tryTake(mergeLock(), other)).lock();
    }

    private void waitingWith(Waiter waiter) {
        var repository = repo.open(repo.root, new GitProgram(repo.tmp()), waiter);
        site = Worksite.of(repository, repo.locks().resolve("worktrees.lock"));
    }
}

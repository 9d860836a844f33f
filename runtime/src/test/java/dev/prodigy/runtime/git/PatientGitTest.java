package dev.prodigy.runtime.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prodigy.runtime.home.StorageFailure;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

final class PatientGitTest {
    private static final String LOCKED = "fatal: Unable to create '/r/.git/index.lock': File exists.";
    private static final GitCommand COMMAND = GitCommand.in(Path.of("/r"), "checkout");

    private final List<Duration> waits = new ArrayList<>();
    private int calls;

    @Test
    void aLockThatGoesAwayIsWaitedFor() {
        var result = patient(3, LOCKED).run(COMMAND);
        assertThat(result.ok()).isTrue();
        assertThat(calls).isEqualTo(4);
        assertThat(waits).containsExactly(Duration.ofMillis(10), Duration.ofMillis(20), Duration.ofMillis(40));
    }

    @Test
    void aLockThatStaysIsReportedAfterTenSeconds() {
        var result = patient(Integer.MAX_VALUE, LOCKED).run(COMMAND);
        assertThat(result.ok()).isFalse();
        assertThat(waits.stream().reduce(Duration.ZERO, Duration::plus))
                .isBetween(Duration.ofMillis(9500), Duration.ofSeconds(10));
        assertThatThrownBy(() -> result.orThrow(GitCode.GIT_ERROR))
                .isInstanceOfSatisfying(
                        GitFailure.class, failure -> assertThat(failure.code()).isEqualTo(GitCode.GIT_LOCK))
                .hasMessageContaining("/r/.git/index.lock");
    }

    @Test
    void aLockIsNotWaitedForWhileTheRunIsBeingEnded() {
        assertThat(patient(1, LOCKED, true).run(COMMAND).ok()).isFalse();
        assertThat(waits).isEmpty();
    }

    @Test
    void aStopCutsOffTheWaitingForALock() {
        var hurried = new AtomicBoolean();
        var git = new PatientGit(failing(Integer.MAX_VALUE, LOCKED, hurried), pause -> {
            waits.add(pause);
            hurried.set(waits.size() == 4);
        });
        git.run(COMMAND);
        assertThat(waits).hasSize(4);
    }

    @Test
    void whileNothingCanBeStartedItWaitsForTwoSeconds() {
        var shortage = new StorageFailure(StorageFailure.Reason.OUT_OF_RESOURCES, null, "no more processes", null);
        var git = new PatientGit(refusing(3, shortage), waits::add);
        assertThat(git.run(COMMAND).ok()).isTrue();
        assertThat(calls).isEqualTo(4);
        calls = 0;
        waits.clear();
        var vain = new PatientGit(refusing(Integer.MAX_VALUE, shortage), waits::add);
        assertThatThrownBy(() -> vain.run(COMMAND)).isSameAs(shortage);
        assertThat(waits.stream().reduce(Duration.ZERO, Duration::plus))
                .isBetween(Duration.ofSeconds(1), Duration.ofSeconds(2));
    }

    @Test
    void aFullDiskIsNotWaitedFor() {
        var full = new StorageFailure(StorageFailure.Reason.DISK_FULL, null, "full", null);
        var git = new PatientGit(refusing(1, full), waits::add);
        assertThatThrownBy(() -> git.run(COMMAND)).isSameAs(full);
        assertThat(waits).isEmpty();
    }

    @Test
    void anotherFailureIsNotRepeated() {
        assertThat(patient(1, "fatal: bad object").run(COMMAND).ok()).isFalse();
        assertThat(calls).isEqualTo(1);
    }

    @Test
    void anInterruptEndsTheWaitingAndIsKept() {
        Thread.currentThread().interrupt();
        var git = new PatientGit(failing(5, LOCKED, new AtomicBoolean()), pause -> {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        });
        assertThat(git.run(COMMAND).ok()).isFalse();
        assertThat(calls).isEqualTo(1);
        assertThat(Thread.interrupted()).isTrue();
    }

    private PatientGit patient(int failures, String errors) {
        return patient(failures, errors, false);
    }

    private PatientGit patient(int failures, String errors, boolean hurried) {
        return new PatientGit(failing(failures, errors, new AtomicBoolean(hurried)), waits::add);
    }

    private Git failing(int failures, String errors, AtomicBoolean hurried) {
        return running(
                command -> calls <= failures
                        ? new GitResult(command, 128, "", errors, false)
                        : new GitResult(command, 0, "", "", false),
                hurried);
    }

    private Git refusing(int refusals, StorageFailure refusal) {
        return running(
                command -> {
                    if (calls <= refusals) {
                        throw refusal;
                    }
                    return new GitResult(command, 0, "", "", false);
                },
                new AtomicBoolean());
    }

    private Git running(Function<GitCommand, GitResult> answer, AtomicBoolean hurried) {
        return new Git() {
            @Override
            public GitResult run(GitCommand command) {
                calls++;
                return answer.apply(command);
            }

            @Override
            public GitDialogue open(GitCommand command) {
                throw new UnsupportedOperationException();
            }

            @Override
            public boolean isHurried() {
                return hurried.get();
            }

            @Override
            public Git within(GitExecution execution) {
                throw new UnsupportedOperationException();
            }
        };
    }
}

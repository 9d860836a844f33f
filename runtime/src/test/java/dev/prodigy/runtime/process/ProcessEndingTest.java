package dev.prodigy.runtime.process;

import static dev.prodigy.runtime.process.ShellProcesses.bash;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.runtime.process.output.OutputSpec;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ProcessEndingTest {
    private static final Duration GRACE = Duration.ofSeconds(5);
    private static final Duration READ_ON = Duration.ofSeconds(1);
    private static final Duration SWEEP = Duration.ofMillis(500);

    /// Until the background process is what it is to be.
    private static final String WHEN_ASLEEP = " & until [[ $(</proc/$!/comm) == sleep ]]; do :; done; ";

    /// Leaves a process in a session of its own that holds none of the step's pipes.
    private static final String ESCAPE = "setsid sleep 1000 >/dev/null 2>&1" + WHEN_ASLEEP;

    private final ShellProcesses shell = new ShellProcesses();

    @AfterEach
    void endAll() {
        shell.close();
    }

    @Test
    void whatIsLeftInTheGroupAfterAnExitIsEndedAndNamed() throws Exception {
        var ended = shell.run("sleep 1000" + WHEN_ASLEEP + "sleep 1000" + WHEN_ASLEEP + "exit 3");
        assertThat(ended.exit()).isEqualTo(new Exit.Code(3));
        assertThat(ended.cause()).isEqualTo(Cause.EXITED);
        assertThat(ended.leaked()).containsExactly("sleep");
        assertThat(shell.alive()).isEmpty();
    }

    @Test
    void aGroupMemberThatIgnoresTermIsKilledAfterTheGrace() throws Exception {
        var process = shell.start("(trap '' TERM; exec sleep 1000)" + WHEN_ASLEEP, ExecutionLimits.NONE);
        shell.timers.passWhenAwaited(GRACE);
        assertThat(process.await().leaked()).containsExactly("sleep");
        assertThat(shell.alive()).isEmpty();
    }

    @Test
    void whatLeftTheGroupIsSweptWithinASecondOfTheEnd() throws Exception {
        var ended = shell.run(ESCAPE);
        assertThat(ended.leaked()).isEmpty();
        shell.timers.passWhenAwaited(SWEEP);
        assertThat(shell.lateLeaks.poll(30, SECONDS)).containsExactly("sleep");
        assertThat(shell.alive()).isEmpty();
    }

    @Test
    void anOrdinaryEndCostsNoSweepOfItsOwn() throws Exception {
        shell.run(":");
        shell.run(":");
        shell.run(":");
        assertThat(shell.timers.everSet()).containsOnlyOnce(SWEEP);
    }

    @Test
    void closingSweepsWhatIsDue() throws Exception {
        shell.run(ESCAPE);
        shell.close();
        assertThat(shell.lateLeaks).hasSize(1);
        assertThat(shell.alive()).isEmpty();
    }

    /// As a sweep does, and the end of the run that comes at the same time.
    @Test
    void whatTwoEndTogetherIsToldOnce() throws Exception {
        shell.run("(trap '' TERM; exec setsid sleep 1000) >/dev/null 2>&1" + WHEN_ASLEEP);
        var graces = List.of(Duration.ofSeconds(7), Duration.ofSeconds(8));
        var both = graces.stream()
                .map(grace -> CompletableFuture.supplyAsync(() -> shell.endAlive(grace), Thread.ofVirtual()::start))
                .toList();
        while (!shell.timers.everSet().containsAll(graces)) {
            Thread.onSpinWait();
        }

        shell.timers.passWhenAwaited(graces.getFirst());

        assertThat(both.stream().flatMap(each -> each.join().stream())).containsExactly("sleep");
        assertThat(shell.alive()).isEmpty();
    }

    @Test
    void aStopEndsTheWholeGroup() throws Exception {
        var process = shell.startReady("sleep 1000 | sleep 1000 & echo ready; wait", ExecutionLimits.NONE);
        process.end(GRACE);
        var ended = process.await();
        assertThat(ended.cause()).isEqualTo(Cause.STOPPED);
        assertThat(ended.exit()).isEqualTo(new Exit.Signal(15));
        assertThat(ended.leaked()).isEmpty();
        assertThat(shell.alive()).isEmpty();
    }

    @Test
    void aStopLetsATrapFinish() throws Exception {
        var process = shell.startReady("trap 'exit 9' TERM; echo ready; sleep 1000 & wait", ExecutionLimits.NONE);
        process.end(GRACE);
        assertThat(process.await().exit()).isEqualTo(new Exit.Code(9));
    }

    @Test
    void whoIgnoresTermIsKilledAfterTheGrace() throws Exception {
        var process = shell.startReady("trap '' TERM; echo ready; sleep 1000 & wait", ExecutionLimits.NONE);
        process.end(Duration.ofSeconds(7));
        shell.timers.passWhenAwaited(Duration.ofSeconds(7));
        assertThat(process.await().exit()).isEqualTo(new Exit.Signal(9));
        assertThat(shell.alive()).isEmpty();
    }

    @Test
    void aGrandchildInASessionOfItsOwnThatIgnoresTermIsKilledAndNamed() throws Exception {
        var process = shell.startReady(
                "trap '' TERM; setsid sleep 1000" + WHEN_ASLEEP + "trap - TERM; echo ready; sleep 1000",
                ExecutionLimits.NONE);
        process.end(GRACE);
        shell.timers.passWhenAwaited(GRACE);
        assertThat(process.await().leaked()).containsExactly("sleep");
        assertThat(shell.alive()).isEmpty();
    }

    @Test
    void aDaemonThatForkedTwiceIsFoundByItsMark() throws Exception {
        var process = shell.startReady(
                "(setsid bash -c 'sleep 1000" + WHEN_ASLEEP + "echo ready' &) ; sleep 1000", ExecutionLimits.NONE);
        process.end(GRACE);
        assertThat(process.await().leaked()).contains("sleep");
        assertThat(shell.alive()).isEmpty();
    }

    @Test
    void aStoppedProcessIsWokenForItsEnd() throws Exception {
        var process = shell.startReady("bash -c 'echo ready; kill -STOP $$' & wait", ExecutionLimits.NONE);
        process.end(GRACE);
        assertThat(process.await().cause()).isEqualTo(Cause.STOPPED);
        assertThat(shell.alive()).isEmpty();
    }

    @Test
    void aKillNeedsNoGrace() throws Exception {
        var process = shell.startReady("trap '' TERM; echo ready; sleep 1000", ExecutionLimits.NONE);
        process.kill();
        var ended = process.await();
        assertThat(ended.exit()).isEqualTo(new Exit.Signal(9));
        assertThat(ended.cause()).isEqualTo(Cause.STOPPED);
    }

    @Test
    void aKillCutsAGraceShort() throws Exception {
        var process = shell.startReady("trap '' TERM; echo ready; sleep 1000", ExecutionLimits.NONE);
        process.end(GRACE);
        process.kill();
        assertThat(process.await().exit()).isEqualTo(new Exit.Signal(9));
    }

    @Test
    void aKillAlsoHurriesTheEndOfSurvivors() throws Exception {
        var process = shell.start("(trap '' TERM; exec sleep 1000)" + WHEN_ASLEEP, ExecutionLimits.NONE);
        process.kill();
        assertThat(process.await().cause()).isIn(Cause.EXITED, Cause.STOPPED);
        assertThat(shell.alive()).isEmpty();
    }

    @Test
    void whoIsBornWhileTheGroupIsKilledIsKilledToo() throws Exception {
        for (int round = 0; round < 50; round++) {
            var process = shell.start("(trap '' TERM; exec sleep 1000)" + WHEN_ASLEEP, ExecutionLimits.NONE);
            for (int spin = 0; spin < round * 2000; spin++) {
                Thread.onSpinWait();
            }
            process.kill();
            process.await();
            assertThat(shell.alive()).isEmpty();
        }
    }

    @Test
    void anInterruptOfTheWaitingCallerEndsTheProcess() throws Exception {
        var process = shell.startReady("echo ready; exec sleep 1000", ExecutionLimits.NONE);
        var outcome = new CompletableFuture<Ended>();
        var stillInterrupted = new CompletableFuture<Boolean>();
        var caller = Thread.ofVirtual().start(() -> {
            outcome.complete(process.await());
            stillInterrupted.complete(Thread.currentThread().isInterrupted());
        });
        caller.interrupt();
        assertThat(outcome.join().cause()).isEqualTo(Cause.STOPPED);
        assertThat(stillInterrupted.join()).isTrue();
        assertThat(shell.alive()).isEmpty();
    }

    @Test
    void endingAfterTheEndChangesNothing() throws Exception {
        var process = shell.start(":", ExecutionLimits.NONE);
        var ended = process.await();
        process.end(GRACE);
        process.kill();
        assertThat(process.await()).isSameAs(ended);
    }

    @Test
    void aPipeHeldByOthersDelaysTheEndByASecondAtMost() throws Exception {
        var process = shell.start("setsid sleep 1000" + WHEN_ASLEEP + "echo last words", ExecutionLimits.NONE);
        shell.timers.passWhenAwaited(READ_ON);
        var ended = process.await();
        assertThat(ended.isSuccess()).isTrue();
        assertThat(ended.outputs().stdout().captured().text()).isEqualTo("last words\n");
        shell.close();
        assertThat(shell.lateLeaks.poll(30, SECONDS)).containsExactly("sleep");
    }

    @Test
    void aPipeHeldByTheGroupDelaysNothing() throws Exception {
        var ended = shell.run("sleep 1000" + WHEN_ASLEEP + "echo last words");
        assertThat(ended.outputs().stdout().captured().text()).isEqualTo("last words\n");
        assertThat(shell.timers.everSet()).contains(GRACE);
    }

    @Test
    void outputAfterAStopIsDropped() throws Exception {
        var process =
                shell.startReady("trap 'echo late; exit 0' TERM; echo ready; sleep 1000 & wait", ExecutionLimits.NONE);
        process.end(GRACE);
        assertThat(process.await().outputs().stdout().captured().text()).isEqualTo("ready\n");
    }

    @Test
    void whoPrintsMoreThanAPipeHoldsWhileDyingStillDies() throws Exception {
        var process = shell.startReady(
                "trap 'head -c 1000000 /dev/zero; exit 4' TERM; echo ready; sleep 1000 & wait", ExecutionLimits.NONE);
        process.end(GRACE);
        assertThat(process.await().exit()).isEqualTo(new Exit.Code(4));
    }

    @Test
    void anInnerProdigysStepsBelongToTheOuterStepToo() throws Exception {
        var outer = shell.startReady(
                "export PRODIGY_MARKER=\"$PRODIGY_MARKER inner\"; setsid sleep 1000" + WHEN_ASLEEP
                        + "echo ready; sleep 1000",
                ExecutionLimits.NONE);
        outer.end(GRACE);
        assertThat(outer.await().leaked()).containsExactly("sleep");
        assertThat(shell.alive()).isEmpty();
    }

    @Test
    void theMainProcessItselfIsNoLeak() throws Exception {
        var process =
                shell.runner.start(shell.spec(bash("exec sleep 1000"), OutputSpec.CAPTURED, ExecutionLimits.NONE));
        process.end(GRACE);
        assertThat(process.await().leaked()).isEmpty();
    }
}

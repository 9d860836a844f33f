package dev.prodigy.e2e.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The program is killed with -9 where it touches the world, taken up again, and its work compared with an
/// undisturbed run: nothing acknowledged is lost, nothing happens twice, no process is left, every file opens
/// (spec 00, promises 1 to 5).
///
/// Here a few boundaries are tried; `bench/crash` tries them all. `-Dprodigy.e2e.seed=N` repeats a choice.
class CrashRingTest {
    private static final long SEED = Long.getLong("prodigy.e2e.seed", System.nanoTime());
    private static final int TRIALS = Integer.getInteger("prodigy.e2e.crash.trials", 3);
    private static final int EVERY = Integer.getInteger("prodigy.e2e.crash.every", 0);
    private static final Choice CHOICE = EVERY > 0 ? Choice.every(EVERY) : Choice.some(TRIALS, new Random(SEED));
    private static final @Nullable String EVIDENCE = System.getProperty("prodigy.e2e.crash.evidence");

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource
    void whereverTheItemsAreKilledTheyComeToTheSame(RunScene scene) throws IOException {
        play(scene);
    }

    @ParameterizedTest
    @EnumSource
    void whereverStepsAreKilledTheyComeToTheSame(StepScene scene) throws IOException {
        play(scene);
    }

    @ParameterizedTest
    @EnumSource
    void aCommandThatWasKilledIsGivenAgain(CommandScene scene) throws IOException {
        play(scene);
    }

    @ParameterizedTest
    @EnumSource(names = "RUN")
    void aDiskThatFailsInterruptsTheRunAndLosesNothing(RunScene scene) throws IOException {
        play(scene, ring -> {
            ring.failForces(CHOICE);
            ring.fillDisk(CHOICE);
        });
    }

    /// What is done to a command.
    private interface Blows {
        void strike(Ring ring) throws IOException;
    }

    private void play(Scene scene) throws IOException {
        play(scene, ring -> ring.kill(CHOICE));
    }

    private void play(Scene scene, Blows blows) throws IOException {
        System.out.println("seed " + SEED);
        var tally = new Tally(EVIDENCE == null ? null : Path.of(EVIDENCE));
        blows.strike(new Ring(scene, folder, tally));
        System.out.print(tally.table());
        assertThat(tally.failures()).isEmpty();
    }
}

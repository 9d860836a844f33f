package dev.prodigy.e2e.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The program is killed with -9 where it touches the world, taken up again, and its work compared with an
/// undisturbed run: nothing acknowledged is lost, nothing happens twice, no process is left, every file opens
/// (spec 00, promises 1 to 5).
///
/// Here a few boundaries are tried, `-Dprodigy.e2e.crash.trials=N` of each command; `bench/crash` tries them all.
/// `-Dprodigy.e2e.seed=N` repeats a choice, `-Dprodigy.e2e.crash.evidence=FOLDER` keeps the sandboxes of failed
/// trials, `-Dprodigy.e2e.crash.at=FROM-TO` tries exactly those boundaries.
class CrashRingTest {
    private static final long SEED = Long.getLong("prodigy.e2e.seed", System.nanoTime());
    private static final int TRIALS = Integer.getInteger("prodigy.e2e.crash.trials", 2);
    /// Every which boundary is tried; 0: only some.
    private static final int EVERY = Integer.getInteger("prodigy.e2e.crash.every", 0);

    /// The boundaries that are tried, as `FROM-TO`; empty: chosen.
    private static final String AT = System.getProperty("prodigy.e2e.crash.at", "");

    private static final int MOMENTS = 200;
    /// The commands that are killed, as a regular expression.
    private static final String ONLY = System.getProperty("prodigy.e2e.crash.only", ".*");

    private static final @Nullable String EVIDENCE = System.getProperty("prodigy.e2e.crash.evidence");
    private static final @Nullable String TABLE = System.getProperty("prodigy.e2e.crash.table");

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource
    void whereverTheItemsAreKilledTheyComeToTheSame(RunScene scene) throws IOException {
        play(scene, ring -> ring.kill(chosen()));
    }

    @ParameterizedTest
    @EnumSource
    void whereverStepsAreKilledTheyComeToTheSame(StepScene scene) throws IOException {
        play(scene, ring -> ring.kill(chosen()));
    }

    @ParameterizedTest
    @EnumSource
    void aCommandThatWasKilledIsGivenAgain(CommandScene scene) throws IOException {
        play(scene, ring -> ring.kill(chosen()));
    }

    @ParameterizedTest
    @EnumSource(names = "RUN")
    void aDiskThatFailsInterruptsTheRunAndLosesNothing(RunScene scene) throws IOException {
        play(scene, ring -> {
            ring.failForces(chosen());
            ring.fillDisk(chosen());
        });
    }

    @ParameterizedTest
    @EnumSource(names = "RUN")
    void wheneverTheItemsAreKilledTheyComeToTheSame(RunScene scene) throws IOException {
        play(scene, ring -> ring.killAtMoments(Choice.some(EVERY > 0 ? MOMENTS / EVERY : TRIALS, new Random(SEED))));
    }

    /// What is done to a command.
    private interface Blows {
        void strike(Ring ring) throws IOException;
    }

    private static Choice chosen() {
        if (!AT.isEmpty()) {
            var ends = AT.split("-", 2);
            return Choice.between(Integer.parseInt(ends[0]), Integer.parseInt(ends[1]));
        }
        return EVERY > 0 ? Choice.every(EVERY) : Choice.some(TRIALS, new Random(SEED));
    }

    private void play(Scene scene, Blows blows) throws IOException {
        if (!scene.title().matches(ONLY)) {
            return;
        }
        System.out.println("seed " + SEED);
        var tally = new Tally(EVIDENCE == null ? null : Path.of(EVIDENCE));
        blows.strike(new Ring(scene, folder, tally));
        if (TABLE == null) {
            System.out.print(tally.table());
        } else {
            Files.writeString(Path.of(TABLE), tally.table(), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }
        assertThat(tally.failures()).isEmpty();
    }
}

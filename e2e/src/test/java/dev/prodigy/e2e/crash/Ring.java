package dev.prodigy.e2e.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.crash.agent.Trial;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/// Kills one command at its boundaries, or lets its disk fail, one trial each, and compares what its work
/// comes to with an undisturbed run.
final class Ring {
    private static final int INTERRUPTED = 75;
    /// Why: of a run its error, of a command that began none its own.
    private static final List<String> LACKS = List.of("DISK_FULL", "IO_ERROR", "disk_full", "io_error");

    private final Scene scene;
    private final Sandbox sandbox;
    private final Lethal lethal;
    private final Savepoint start;
    private final Map<String, Object> undisturbed;
    private final List<String> boundaries;
    private final Tally tally;

    /// Prepares the scene and runs it undisturbed.
    ///
    /// @param folder an empty one
    Ring(Scene scene, Path folder, Tally tally) throws IOException {
        this.scene = scene;
        this.tally = tally;
        this.sandbox = Sandbox.in(folder.resolve("sandbox"));
        this.lethal = Lethal.in(folder.resolve("agent"));
        scene.prepare(sandbox, lethal);
        this.start = Savepoint.of(sandbox, folder.resolve("saved"));
        this.boundaries = lethal.boundaries(sandbox, scene.command(sandbox));
        this.undisturbed = scene.outcome(sandbox, scene.finish(sandbox));
    }

    /// Kills at the boundaries that are chosen.
    void kill(Choice choice) throws IOException {
        for (int boundary : choice.of(boundaries.size())) {
            start.restore();
            var place = lethal.kill(sandbox, boundary, scene.command(sandbox));
            // The order of what happens at once differs a little from run to run: the last ones may be missing.
            if (!place.isEmpty()) {
                check(place, boundary);
            }
        }
    }

    /// Kills at moments spread over the time that the command takes, whatever it is doing then.
    void killAtMoments(Choice choice) throws IOException {
        start.restore();
        var whole = sandbox.prodigy()
                .run(scene.command(sandbox).toArray(String[]::new))
                .elapsed();
        for (int moment : choice.of((int) whole.toMillis())) {
            start.restore();
            var running = sandbox.prodigy().start(scene.command(sandbox).toArray(String[]::new));
            LockSupport.parkNanos(Duration.ofMillis(moment).toNanos());
            running.kill();
            check("some moment", moment);
        }
    }

    /// Lets forces fail, each once, or from then on.
    void failForces(Choice choice) throws IOException {
        for (int force : choice.of(count("force ended"))) {
            fail("force fails once", Trial.Kind.FORCE, force, force);
            fail("forces fail", Trial.Kind.FORCE, force, Integer.MAX_VALUE);
        }
    }

    /// Lets the disk be full, for a moment or from then on.
    void fillDisk(Choice choice) throws IOException {
        for (int write : choice.of(count("write ended"))) {
            fail("disk full, briefly", Trial.Kind.FULL, write, write + 2);
            fail("disk full", Trial.Kind.FULL, write, Integer.MAX_VALUE);
        }
    }

    private int count(String boundary) {
        return Collections.frequency(boundaries, boundary);
    }

    private void fail(String place, Trial.Kind kind, int from, int to) throws IOException {
        start.restore();
        var ended = lethal.run(sandbox, lethal.trial(kind, from, to), scene.command(sandbox));
        try {
            assertThat(ended.exitCode()).as("%s", ended).isIn(0, 3, INTERRUPTED);
            if (ended.exitCode() == INTERRUPTED) {
                assertThat(ended.json().text("error.code")).as("%s", ended).isIn(LACKS);
                assertThat(ended.json().text("error.hint")).as("%s", ended).isNotEqualTo("null");
            }
        } catch (AssertionError e) {
            tally.bad(scene.title(), place, from, e, sandbox.folder());
            return;
        }
        check(place, from);
    }

    private void check(String place, int number) throws IOException {
        try {
            var ended = scene.finish(sandbox);
            var outcome = scene.outcome(sandbox, ended);
            assertThat(outcome).as("%s", ended).isEqualTo(undisturbed);
            tally.good(scene.title(), place);
        } catch (AssertionError | RuntimeException e) {
            tally.bad(scene.title(), place, number, e, sandbox.folder());
        }
    }
}

package dev.prodigy.engine.decide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.engine.run.Signal;
import dev.prodigy.engine.run.StepsResult;
import dev.prodigy.model.event.ControlEvent;
import dev.prodigy.model.event.PhaseEvent;
import dev.prodigy.model.value.Value;
import dev.prodigy.testkit.engine.ManualEngine;
import dev.prodigy.testkit.engine.Script;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// `duration_ms` of passes and phases over several processes (spec 05 §6): what was done of them, on the run clock.
/// Each takes a second of a process.
class StageTimesTest {
    private static final Duration LATER = Duration.ofMillis(600);

    /// A sign of life, which tells how far the run clock is.
    private static Signal sign() {
        return new Signal.Controlled(new ControlEvent.Received("pause", new Value.Fields(Map.of()), "ada"));
    }

    private static Signal goOn() {
        return new Signal.Controlled(new ControlEvent.Received("resume-dispatch", new Value.Fields(Map.of()), "ada"));
    }

    private static List<String> durations(ManualEngine run) {
        return run.journal().stream()
                .flatMap(each -> switch (each.event()) {
                    case PhaseEvent.PassCompleted done ->
                        List.of(each.context().pass() + " " + done.status() + " " + done.durationMs()).stream();
                    case PhaseEvent.PhaseCompleted done -> List.of(done.phase() + " " + done.durationMs()).stream();
                    default -> List.<String>of().stream();
                })
                .toList();
    }

    @Test
    void aPassThatAProcessLeftCountsThatProcessesPart() {
        var killed = new ManualEngine(Plans.passes(2).done(), new Script())
                .sendAt(LATER, sign())
                .sendAt(LATER, goOn())
                .begin()
                .playUntil(LATER);
        assertThat(durations(killed.afterwards().resume().play()))
                .containsExactly("1 completed 1600", "2 completed 1000", "merge 0");
    }

    @Test
    void whatOtherPassesDidBeforeItGoesOnIsNotThePasses() {
        var results = new ArrayDeque<StepsResult>(List.of(
                new StepsResult.Failed(Plans.exit(1)), new StepsResult.Succeeded(), new StepsResult.Succeeded()));
        var failed = new ManualEngine(
                        Plans.passes(2).goingOnAfterFailedPasses().done(),
                        new Script().steps(_ -> results.removeFirst()))
                .begin()
                .play();
        assertThat(durations(failed.afterwards().resume().play()))
                .containsExactly("1 failed 1000", "2 completed 1000", "1 completed 2000", "merge 0");
    }

    @Test
    void aPhaseCountsLikewise() {
        var killed = new ManualEngine(Plans.mapReduce().done(), new Script().items(1))
                .sendAt(LATER, sign())
                .sendAt(LATER, goOn())
                .begin()
                .playUntil(LATER);
        var whole = new ManualEngine(Plans.mapReduce().done(), new Script().items(1))
                .begin()
                .play();
        assertThat(durations(whole)).startsWith("setup 1000", "map 1000");
        assertThat(durations(killed.afterwards().resume().play())).startsWith("setup 1600", "map 1000");
    }
}

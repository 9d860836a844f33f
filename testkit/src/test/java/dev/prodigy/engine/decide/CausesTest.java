package dev.prodigy.engine.decide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.engine.run.Signal;
import dev.prodigy.engine.run.Stage;
import dev.prodigy.engine.run.StepsResult;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.ControlEvent;
import dev.prodigy.model.event.Recorded;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.item.ItemIds;
import dev.prodigy.model.value.Value;
import dev.prodigy.testkit.engine.JournaledRun;
import dev.prodigy.testkit.engine.ManualEngine;
import dev.prodigy.testkit.engine.Script;
import dev.prodigy.testkit.engine.Script.Attempt;
import dev.prodigy.testkit.time.VirtualClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Spec 05 §5.2: `cause` is the `seq` of the event that led to an event.
class CausesTest {

    /// @return each event with what led to it, such as `agent_failed item-001 <- agent_started item-001`
    private static List<String> course(List<Recorded> journal) {
        return journal.stream()
                .map(each -> name(each)
                        + (each.cause() == null ? "" : " <- " + name(journal.get(Math.toIntExact(each.cause() - 1)))))
                .toList();
    }

    private static String name(Recorded recorded) {
        var at = recorded.context();
        return String.join(
                " ",
                List.of(
                                recorded.event().type(),
                                at.itemId() == null ? "" : at.itemId(),
                                at.step() == null ? "" : at.step(),
                                at.round().isEmpty() ? "" : at.round().toString())
                        .stream()
                        .filter(word -> !word.isEmpty())
                        .toList());
    }

    @Test
    void anItemsEventsFollowFromItsOwnAndTheRestFromWhatWasDecidedWithIt() {
        var script = new Script()
                .items(2)
                .attempts(start -> start.item() == 0
                        ? Attempt.failing(Plans.exit(1))
                        : Attempt.good().lasting(Duration.ofMinutes(1)));
        var run = new ManualEngine(
                        Plans.mapReduce()
                                .retries(2, Duration.ofSeconds(10))
                                .maxFailures(1)
                                .done(),
                        script)
                .begin()
                .play();
        assertThat(course(run.journal()))
                .contains(
                        "workflow_started",
                        "agent_started item-001 <- phase_started",
                        "agent_started item-002 <- phase_started",
                        "agent_failed item-001 <- agent_started item-001",
                        "retry_scheduled item-001 <- agent_failed item-001",
                        "agent_started item-001 <- agent_failed item-001",
                        "agent_completed item-002 <- agent_started item-002")
                .anyMatch(line -> line.startsWith("policy_stopped <- "))
                .anyMatch(line -> line.startsWith("workflow_stopped <- "));
    }

    @Test
    void aPersonsWordLeadsToWhatItAsksForAndHasNoCauseItself() {
        var run = new ManualEngine(
                        Plans.mapReduce().parallel(1).done(),
                        new Script().items(2).attempts(_ -> Attempt.good().lasting(Duration.ofMinutes(1))))
                .begin();
        run.sendAt(
                Duration.ofSeconds(5),
                new Signal.Controlled(new ControlEvent.Received(
                        "skip", new Value.Fields(Map.of("items", ItemIds.of(List.of(1)))), "ada")));
        assertThat(course(run.play().journal()))
                .contains("control_received", "item_skipped item-002 <- control_received");
    }

    @Test
    void whatAnEarlierProcessLeftFollowsFromTheResume() {
        var script = new Script().items(1).attempts(_ -> Attempt.good().lasting(Duration.ofMinutes(1)));
        var died = new ManualEngine(Plans.mapReduce().done(), script).begin().playUntil(Duration.ofSeconds(5));
        assertThat(course(died.afterwards().resume().play().journal()))
                .contains("agent_interrupted item-001 <- workflow_resumed")
                .doesNotContain("workflow_completed");
    }

    @Test
    void stepsFollowFromTheStepBeforeAndRoundsFromTheirLoop() {
        var clock = new VirtualClock();
        var run = new JournaledRun("run", Plans.passes(1).done(), List.of(), () -> 0);
        run.take(JournaledRun.begin("standard"), clock.now());
        var list = new Context("commands", 1, null, null, null, null, null, null, List.of(), null, null, null);
        var loop = list.inStep("commands[1]", null, List.of());
        for (var at : List.of(
                list.inStep("commands[0]", null, List.of()),
                loop,
                loop.inStep("commands[1].do[0]", null, List.of(0)),
                loop.inStep("commands[1].do[0]", null, List.of(1)))) {
            run.take(new Signal.Reported(at, started()), clock.now());
        }
        for (int round : List.of(0, 1)) {
            run.take(
                    new Signal.Reported(loop.inStep("commands[1].do[0]", null, List.of(round)), skipped()),
                    clock.now());
        }
        run.take(new Signal.Reported(loop, skipped()), clock.now());
        run.take(new Signal.StepsEnded(new Stage.Pass(1, 1, "arg-1", false), new StepsResult.Succeeded()), clock.now());
        assertThat(course(run.journal()))
                .contains(
                        "step_started commands[0] <- pass_started",
                        "step_started commands[1] <- step_started commands[0]",
                        "step_started commands[1].do[0] [0] <- step_started commands[1]",
                        "step_started commands[1].do[0] [1] <- step_started commands[1]",
                        "step_skipped commands[1].do[0] [0] <- step_started commands[1].do[0] [0]",
                        "step_skipped commands[1].do[0] [1] <- step_started commands[1].do[0] [1]",
                        "step_skipped commands[1] <- step_started commands[1]",
                        "pass_completed <- step_skipped commands[1]");
    }

    private static StepEvent started() {
        return new StepEvent.Started("shell", "step", "true", null, null, null, null);
    }

    private static StepEvent skipped() {
        return new StepEvent.Skipped("when");
    }
}

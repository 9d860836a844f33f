package dev.prodigy.runtime.run.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prodigy.engine.decide.Machine;
import dev.prodigy.engine.decide.RunDecider;
import dev.prodigy.engine.run.Plan;
import dev.prodigy.engine.run.RunPolicy;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.engine.run.Stage;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.Recorded;
import dev.prodigy.model.event.RunEvent;
import dev.prodigy.model.workflow.PhaseSteps.When;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What breaks in a run ends it, and leaves nobody waiting.
@Timeout(30)
class RunActorTest {
    private static final RunEvent.WarningRaised NEWS = new RunEvent.WarningRaised("CODE", "message");
    private final IllegalStateException broken = new IllegalStateException("broken");

    @Test
    void aQuestionThatBreaksIsRefusedAndTheRunGoesOn() {
        try (var actor = started(writing(), _ -> {})) {
            assertThatThrownBy(() -> actor.look(_ -> fail()).join()).hasCause(broken);
            assertThatThrownBy(() -> actor.lookDurably(_ -> fail()).join()).hasCause(broken);
            assertThat(actor.report(Context.RUN, NEWS).join()).isEqualTo(1);
        }
    }

    @Test
    void aDecisionThatBreaksEndsTheRunAndRefusesWhatFollows() {
        EventLog breaking = (_, _, _) -> fail();
        try (var actor = started(breaking, _ -> {})) {
            assertThatThrownBy(() -> actor.report(Context.RUN, NEWS).join()).hasCause(broken);
            assertThatThrownBy(() -> actor.end().join()).hasCause(broken);
            assertThatThrownBy(() -> actor.report(Context.RUN, NEWS).join()).hasCause(broken);
            assertThatThrownBy(() -> actor.look(RunState::seq).join()).hasCause(broken);
        }
    }

    @Test
    void aListenerThatBreaksEndsTheRun() {
        try (var actor = started(writing(), _ -> fail())) {
            assertThatThrownBy(() -> actor.report(Context.RUN, NEWS).join()).hasCause(broken);
            assertThatThrownBy(() -> actor.end().join()).hasCause(broken);
        }
    }

    private Object fail() {
        throw broken;
    }

    /// @return a log whose events are durable soon
    private static EventLog writing() {
        return (events, durable, failed) -> CompletableFuture.runAsync(() -> durable.accept(events))
                .exceptionally(failure -> {
                    failed.accept(failure);
                    return null;
                });
    }

    private static RunActor started(EventLog log, Consumer<List<Recorded>> durable) {
        var plan = new Plan(
                false,
                List.of(new Stage.Merge()),
                null,
                new Plan.Conditions(When.ENDED, When.ENDED),
                new Plan.Passing(false, false),
                Plan.Limits.NONE,
                false,
                RunPolicy.DEFAULT);
        var machine = new Machine("workflow-test", new RunDecider(plan), new RunState(), () -> 0.5);
        var clock = new RunClock(InstantSource.system(), System::nanoTime, Duration.ZERO);
        var actor = new RunActor(machine, clock, log, _ -> {}, durable);
        actor.start();
        return actor;
    }
}

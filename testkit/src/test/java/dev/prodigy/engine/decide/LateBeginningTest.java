package dev.prodigy.engine.decide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.engine.run.Effect;
import dev.prodigy.engine.run.Signal;
import dev.prodigy.engine.run.StepsResult;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.model.item.ItemId;
import dev.prodigy.model.policy.BreakerPolicy;
import dev.prodigy.model.policy.OnOpen;
import dev.prodigy.testkit.engine.JournaledRun;
import dev.prodigy.testkit.engine.Script;
import dev.prodigy.testkit.engine.Script.Attempt;
import dev.prodigy.testkit.time.VirtualClock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Spec 02 §7, rule 5: the beginning of an attempt whose breaker opened behind its admission.
class LateBeginningTest {
    /// Here the run has something else to say in that moment: that the failed one waits.
    @Test
    void itIsRefusedWhateverElseIsSaidThen() {
        var clock = new VirtualClock();
        var plan = Plans.mapReduce()
                .breaker(new BreakerPolicy(1, 1, Duration.ofSeconds(30), 1, OnOpen.WAIT, null, null))
                .parallel(2)
                .retries(2, Duration.ofSeconds(1))
                .done();
        var run = new JournaledRun("run", plan, List.of(), () -> 0.5);
        for (var effect : run.take(JournaledRun.begin("mapreduce"), clock.now())) {
            if (effect instanceof Effect.RunSteps steps) {
                run.take(new Signal.StepsEnded(steps.stage(), new StepsResult.Succeeded()), clock.now());
            }
        }
        run.take(new Script().items(4).load(), clock.now());
        run.take(begun(0), clock.now());
        assertThat(run.place()).isPositive();
        var failure = Attempt.failing(Plans.exit(1)).result();
        run.take(new Signal.AttemptEnded(0, 1, failure), clock.now());
        clock.advance(Duration.ofSeconds(2));
        int before = run.journal().size();

        run.take(begun(1), clock.now());

        assertThat(run.journal().subList(before, run.journal().size()))
                .extracting(each -> each.event().type())
                .containsOnly("item_waiting");
        assertThat(run.place()).isZero();
    }

    private static Signal begun(int item) {
        return new Signal.Reported(
                Context.item(ItemId.of(item), 1, "agent-" + item, null),
                new ItemEvent.Started("key-" + item, null, null, null, "mark", null));
    }
}

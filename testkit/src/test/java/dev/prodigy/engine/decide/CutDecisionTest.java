package dev.prodigy.engine.decide;

import static dev.prodigy.engine.decide.Journals.attempts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.workflow.ItemHandler.Then;
import dev.prodigy.testkit.engine.ManualEngine;
import dev.prodigy.testkit.engine.Script;
import dev.prodigy.testkit.engine.Script.Attempt;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// A process dies between two events of one decision about an item: what follows from the first is decided anew.
class CutDecisionTest {
    private static final Script FAILING = new Script().items(1).attempts(_ -> Attempt.failing(Plans.exit(1)));

    private static Plans plan(int attempts) {
        return Plans.mapReduce().parallel(1).retries(attempts, Duration.ofSeconds(10));
    }

    /// Dies when so many failures are durable, and nothing behind the last.
    private static ManualEngine dyingAtFailure(int count, Plans plan, Script script) {
        var whole = new ManualEngine(plan.done(), script).begin().play().journal();
        var last = whole.stream()
                .filter(each -> each.event() instanceof ItemEvent.Failed)
                .skip(count - 1)
                .findFirst()
                .orElseThrow();
        var cut = new ManualEngine(plan.done(), script)
                .dyingAfter(Math.toIntExact(last.seq()))
                .begin()
                .play();
        assertThat(cut.journal().getLast().event()).isInstanceOf(ItemEvent.Failed.class);
        return cut;
    }

    @Test
    void theWaitForAnItemsNextAttemptIsKept() {
        var next = dyingAtFailure(1, plan(3), FAILING).afterwards().resume().play();
        assertThat(attempts(next)).containsExactly("1@1", "2@12", "3@23");
        assertThat(next.state().items().failedAttempts(0)).isEqualTo(3);
        assertThat(next.journal().stream().filter(each -> each.event() instanceof StepEvent.RetryScheduled))
                .hasSize(2)
                .allSatisfy(each -> assertThat(((StepEvent.RetryScheduled) each.event()).maxAttempts())
                        .isEqualTo(3));
    }

    @Test
    void soItIsWhereTheNextProcessDiesInIt() {
        var next = dyingAtFailure(2, plan(3), FAILING)
                .afterwards()
                .resume()
                .playUntil(Duration.ofSeconds(20))
                .afterwards()
                .resume()
                .play();
        assertThat(attempts(next)).containsExactly("1@1", "2@12", "3@23");
    }

    @Test
    void aChangedPolicyThatLeavesNoAttemptHolds() {
        var next = dyingAtFailure(1, plan(3), FAILING)
                .afterwards(plan(1).handledBy(Then.SKIP).done())
                .resume()
                .play();
        assertThat(attempts(next)).containsExactly("1@1");
        assertThat(next.state().items().counts().skipped()).isEqualTo(1);
    }
}

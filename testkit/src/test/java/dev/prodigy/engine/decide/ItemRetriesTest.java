package dev.prodigy.engine.decide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.Origin;
import dev.prodigy.model.error.Retries;
import dev.prodigy.model.error.RetryAborted;
import dev.prodigy.model.event.HandlerEvent;
import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.model.workflow.ItemHandler.Then;
import dev.prodigy.testkit.engine.ManualEngine;
import dev.prodigy.testkit.engine.Script;
import dev.prodigy.testkit.engine.Script.Attempt;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What an item's error says of attempts: its step's layer reports, the item's own judges only where it allows more
/// than one (spec 02 §1, §2.1).
class ItemRetriesTest {
    private static final Origin STEP = Origin.of("map.agent_template[0]", "shell", Instant.EPOCH);
    private static final Retries GIVEN_UP = Retries.at(1, 4).givenUp(RetryAborted.NOT_RETRYABLE);
    private static final Duration TEN_SECONDS = Duration.ofSeconds(10);

    private static ManualEngine played(Plans plans, ErrorRecord error) {
        return new ManualEngine(plans.parallel(1).done(), new Script().items(1).attempts(_ -> Attempt.failing(error)))
                .begin()
                .play();
    }

    private static List<Retries> failures(ManualEngine run) {
        return run.journal().stream()
                .map(each -> each.event())
                .filter(ItemEvent.Failed.class::isInstance)
                .map(each -> ((ItemEvent.Failed) each).error().retries())
                .toList();
    }

    private static ErrorRecord ofStep(Retries retries) {
        return Plans.exit(77).with(STEP).with(retries);
    }

    @Test
    void withoutItemRetriesTheStepsWordStands() {
        assertThat(failures(played(Plans.mapReduce(), ofStep(GIVEN_UP)))).containsExactly(GIVEN_UP);
        var usedUp = Retries.at(3, 3).usedUp();
        assertThat(failures(played(Plans.mapReduce(), ofStep(usedUp)))).containsExactly(usedUp);
        assertThat(failures(played(Plans.mapReduce(), ofStep(Retries.NONE)))).containsExactly(Retries.NONE);
    }

    @Test
    void itsHandlerIsToldTheSame() {
        var run = played(Plans.mapReduce().handledBy(Then.DLQ), ofStep(GIVEN_UP));

        assertThat(run.journal())
                .filteredOn(each -> each.event() instanceof HandlerEvent.Started)
                .hasSize(1)
                .allSatisfy(each -> assertThat(
                                ((HandlerEvent.Started) each.event()).error().retries())
                        .isEqualTo(GIVEN_UP));
        assertThat(failures(run)).containsExactly(GIVEN_UP);
    }

    @Test
    void anItemThatIsRetriedCountsItsOwnAttemptsAndKeepsTheReason() {
        var run = played(Plans.mapReduce().retries(2, TEN_SECONDS), ofStep(GIVEN_UP));

        assertThat(failures(run))
                .containsExactly(
                        new Retries(1, 2, false, RetryAborted.NOT_RETRYABLE),
                        new Retries(2, 2, true, RetryAborted.NOT_RETRYABLE));
    }

    @Test
    void theItemsOwnReasonComesFirst() {
        var run = played(
                Plans.mapReduce().retries(5, Duration.ofSeconds(3)).agentLimit(Duration.ofSeconds(6), null),
                ofStep(GIVEN_UP));

        assertThat(failures(run).getLast()).isEqualTo(new Retries(2, 5, false, RetryAborted.DEADLINE));
    }

    /// No step has judged them.
    @Test
    void errorsOfTheAttemptAsAWholeAreTheItems() {
        var missing = Plans.conflict().with(Origin.ofAttempt(Instant.EPOCH));

        assertThat(failures(played(Plans.mapReduce(), missing)))
                .containsExactly(Retries.at(1, 1).usedUp());
        assertThat(failures(played(Plans.mapReduce().retries(2, TEN_SECONDS), missing)))
                .containsExactly(Retries.at(1, 2), Retries.at(2, 2).usedUp());
    }
}

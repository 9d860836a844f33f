package dev.prodigy.engine.decide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.Evidence;
import dev.prodigy.model.error.KnownCode;
import dev.prodigy.model.error.TimeoutScope;
import dev.prodigy.model.event.EndEvent;
import dev.prodigy.model.policy.FailureDisposition;
import dev.prodigy.model.workflow.ItemHandler.Then;
import dev.prodigy.model.workflow.MapTimeouts;
import dev.prodigy.testkit.engine.ManualEngine;
import dev.prodigy.testkit.engine.Script;
import dev.prodigy.testkit.engine.Script.Attempt;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Spec 02 §6.4: "the message names the numbers and the next commands", and which words of the workflow stopped the
/// run.
class StopMessageTest {
    private static final ErrorRecord LATE =
            ErrorRecord.of(KnownCode.TIMEOUT.row(), "timed out", Evidence.NONE.withTimeout(1000, TimeoutScope.AGENT));

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            first   | stopped at the first failed item (continue_on_failure: false): 1 of 2 finished items failed
            stop    | stopped at a failed item (on_item_failure: stop): 1 of 2 finished items failed
            late    | stopped at an item that ran out of time (timeout_action: fail): 1 of 2 finished items failed
            handler | stopped at a failed item, after whose handler the run is to stop (then: stop): 1 of 2 finished items failed
            most    | stopped at max_failures 3: 3 of 4 finished items failed
            rate    | stopped at failure_threshold 0.3: 9 of 10 finished items failed, a rate of 0.9
            """)
    void theMessageNamesTheLimitTheNumbersAndTheCause(String policy, String message) {
        var plans = Plans.mapReduce().parallel(1);
        var plan = switch (policy) {
            case "first" -> plans.stoppingAtFirst();
            case "stop" -> plans.onItemFailure(new FailureDisposition.Stop());
            case "late" -> plans.agentLimit(Duration.ofSeconds(1), MapTimeouts.Action.FAIL);
            case "handler" -> plans.handledBy(Then.STOP);
            case "most" -> plans.maxFailures(3);
            default -> plans.threshold(0.3);
        };
        var error = policy.equals("late") ? LATE : Plans.exit(1);
        var script =
                new Script().items(20).attempts(start -> start.item() == 0 ? Attempt.good() : Attempt.failing(error));
        var run = new ManualEngine(plan.done(), script).begin().play();

        assertThat(run.end())
                .isInstanceOfSatisfying(
                        EndEvent.Stopped.class,
                        end -> assertThat(end.error().message())
                                .isEqualTo(
                                        message
                                                + "; next: prodigy resume mapreduce-test, or prodigy dlq retry mapreduce-test"));
    }

    @Test
    void withoutDeadLettersNobodyIsToldToRetryThem() {
        var plan = Plans.mapReduce().maxFailures(1).onItemFailure(new FailureDisposition.Skip());
        var script = new Script().items(3).attempts(_ -> Attempt.failing(Plans.exit(1)));
        var run = new ManualEngine(plan.parallel(1).done(), script).begin().play();

        assertThat(message(run)).endsWith("1 of 1 finished items failed; next: prodigy resume mapreduce-test");
    }

    @Test
    void aRedriveIsTakenUpByTheSameCommand() {
        var script = new Script().items(8).attempts(_ -> Attempt.failing(Plans.exit(1)));
        var run = new ManualEngine(Plans.mapReduce().done(), script).begin().play();
        var again = run.afterwards()
                .redrive(List.of(0, 1, 2, 3, 4, 5, 6, 7), true, 4)
                .play();

        assertThat(message(again))
                .isEqualTo("stopped after 5 failures in a row; the items behind them were not tried"
                        + "; next: prodigy dlq retry mapreduce-test");
    }

    /// A resume runs what is pending beside the redrive.
    @Test
    void behindARedriveOfARunThatIsNotOverAResumeIsNamedToo() {
        var script = new Script().items(8).attempts(_ -> Attempt.failing(Plans.exit(1)));
        var plan = Plans.mapReduce().parallel(1).maxFailures(5).done();
        var run = new ManualEngine(plan, script).begin().play();
        var again = run.afterwards().redrive(List.of(0, 1, 2, 3, 4), true, 1).play();

        assertThat(message(again))
                .endsWith("; next: prodigy dlq retry mapreduce-test, or prodigy resume mapreduce-test");
    }

    private static String message(ManualEngine run) {
        return ((EndEvent.Stopped) run.end()).error().message();
    }
}

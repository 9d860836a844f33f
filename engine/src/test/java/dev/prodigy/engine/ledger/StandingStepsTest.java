package dev.prodigy.engine.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.KnownCode;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.Event;
import dev.prodigy.model.event.Recorded;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.event.SubWorkflowEvent;
import dev.prodigy.model.value.Value;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// Spec 03 §14: what a resume takes over of steps, or goes on with.
class StandingStepsTest {
    private static final Value.Fields NOTHING = new Value.Fields(Map.of());

    private static final SubWorkflowEvent.Started CALLED =
            new SubWorkflowEvent.Started("child-1", "child.yml", "/child.yml");

    private final StepLedger ledger = new StepLedger();
    private Context at = Context.phase("commands").inPass(1);
    private long seq;

    @Test
    void aStepThatIsDoneStandsAndOneThatFailedDoesNot() {
        done("commands[0]");
        failed("commands[1]");

        assertThat(standing()).isEqualTo("commands[0] finished");
    }

    @Test
    void aStepThatWasCutOffStands() {
        started("commands[0]", "shell");

        assertThat(standing()).isEqualTo("commands[0]");
    }

    @Test
    void aStepThatFailedStandsWithWhatIsDoneInIt() {
        started("commands[0]", "template");
        done("commands[0].template[0]");
        failed("commands[0].template[1]");
        failed("commands[0]");

        assertThat(standing()).isEqualTo("commands[0], commands[0].template[0] finished");
    }

    @Test
    void whatIsInAStepThatIsDoneDoesNotCount() {
        started("commands[0]", "template");
        done("commands[0].template[0]");
        done("commands[0]");

        assertThat(standing()).isEqualTo("commands[0] finished");
    }

    @Test
    void theReactionsOfAStepThatFailedBeginAnew() {
        started("commands[0]", "shell");
        done("commands[0].on_failure[0]");
        failed("commands[0]");

        assertThat(standing()).isEmpty();
    }

    /// What failed in them is not done again either.
    @Test
    void theReactionsOfAStepThatWasCutOffGoOn() {
        started("commands[0]", "shell");
        done("commands[0].on_failure[0]");
        failed("commands[0].on_failure[1]");

        assertThat(standing())
                .isEqualTo("commands[0], commands[0].on_failure[0] finished, commands[0].on_failure[1] finished");
    }

    @Test
    void roundsStandWithTheirListOrWithout() {
        started("commands[0]", "foreach");
        done("commands[0].do[0]", 0);
        failed("commands[0].do[0]", 1);
        failed("commands[0]");
        started("commands[1]", "foreach");
        note("commands[1]", new StepEvent.ItemsListed(List.of(Value.of("a"))));
        done("commands[1].do[0]", 0);

        assertThat(standing())
                .isEqualTo("commands[0] rounds unlisted, commands[0].do[0], commands[1] rounds listed,"
                        + " commands[1].do[0]");
    }

    @Test
    void aLoopWhoseFirstRoundFailedAtItsFirstStepHasNone() {
        started("commands[0]", "foreach");
        failed("commands[0].do[0]", 0);
        failed("commands[0]");

        assertThat(standing()).isEmpty();
    }

    @Test
    void aStepGoesOnWithTheRunThatItStarted() {
        started("commands[0]", "workflow");
        ledger.note(recorded("commands[0]", List.of(), CALLED), CALLED);
        failed("commands[0]");

        assertThat(standing()).isEqualTo("commands[0] [child-1]");
    }

    /// What is set up or resolved beside the phase's own list is found anew, or not looked at.
    @Test
    void onlyThePhasesOwnListAndEntriesCount() {
        at = Context.phase("setup");
        done("worktree.setup[0]");
        done("workflows.first");
        done("setup[0]");

        assertThat(standing()).isEqualTo("setup[0] finished, workflows.first finished");
    }

    @Test
    void eachPassIsByItself() {
        done("commands[0]");
        at = Context.phase("commands").inPass(2);
        done("commands[1]");

        assertThat(StandingSteps.of(ledger))
                .extracting(StandingSteps::pass, phase -> phase.steps().keySet().toString())
                .containsExactlyInAnyOrder(tuple(1, "[commands[0]]"), tuple(2, "[commands[1]]"));
    }

    private String standing() {
        return StandingSteps.of(ledger).stream()
                .flatMap(phase -> phase.steps().entrySet().stream())
                .map(each -> each.getKey() + told(each.getValue()))
                .collect(Collectors.joining(", "));
    }

    private static String told(StandingSteps.Standing standing) {
        return (standing.finished() ? " finished" : "")
                + (standing.rounds() ? " rounds" : "")
                + (standing.unlisted() ? " unlisted" : "")
                + (standing.listed() ? " listed" : "")
                + (standing.children().isEmpty() ? "" : " " + standing.children());
    }

    private void started(String step, String kind, Integer... round) {
        note(step, new StepEvent.Started(kind, "main", "x", null, null, null, null), round);
    }

    private void done(String step, Integer... round) {
        note(step, new StepEvent.Completed("succeeded", 1, 1, 1, 0, 0L, NOTHING, List.of(), null, null), round);
    }

    private void failed(String step, Integer... round) {
        var error = ErrorRecord.of(KnownCode.UNKNOWN_ERROR.row(), "it failed");
        note(step, new StepEvent.Failed("shell", error, false, 1, 1, 1, 0, NOTHING, null, null, null), round);
    }

    private void note(String step, StepEvent event, Integer... round) {
        ledger.note(recorded(step, List.of(round), event), event);
    }

    private Recorded recorded(String step, List<Integer> round, Event event) {
        return new Recorded(
                ++seq, Instant.EPOCH, Duration.ZERO, "workflow-1", null, at.inStep(step, null, round), event);
    }
}

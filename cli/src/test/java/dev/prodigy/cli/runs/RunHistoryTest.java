package dev.prodigy.cli.runs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.lang.json.Json;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.EndEvent;
import dev.prodigy.model.event.Event;
import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.model.event.Outputs;
import dev.prodigy.model.event.PhaseEvent;
import dev.prodigy.model.event.Recorded;
import dev.prodigy.model.event.RunEvent;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.value.Value;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Spec 05 §2.6: the phases of `runs show`.
class RunHistoryTest {
    private static final Instant AT = Instant.parse("2026-01-31T12:00:01Z");

    private final RunHistory history = new RunHistory();

    private void take(Event event) {
        take(Context.RUN, event);
    }

    private void take(Context context, Event event) {
        take(1, context, event);
    }

    private void take(int second, Context context, Event event) {
        history.take(new Recorded(1, AT, Duration.ofSeconds(second), "run", null, context, event));
    }

    /// A resume finds the commits in the target, where `worktree merge` has brought them.
    @Test
    void aPhaseThatIsToldOfAtItsEndBeganWhenItsDurationDid() {
        take(new PhaseEvent.PhaseCompleted("merge", 25, null, null, null, "no_consent"));
        assertThat(Json.write(history.phases(false))).doesNotContain("started_at");

        take(new PhaseEvent.PhaseCompleted("merge", 25, null, null, null, null));

        assertThat(Json.write(history.phases(false))).contains("\"started_at\":\"2026-01-31T12:00:00.975Z\"");
    }

    @Test
    void itemsThatArePendingAgainOpenTheMapPhaseAgain() {
        take(new PhaseEvent.PhaseStarted("map", 3L));
        take(new PhaseEvent.PhaseCompleted("map", 25, 2L, 1L, 0L, null));
        take(new PhaseEvent.PhaseCompleted("merge", 1, null, null, null, "no_commits"));

        take(new ItemEvent.Requeued("resume", null));

        assertThat(Json.write(history.phases(true)))
                .contains("\"phase\":\"map\",\"status\":\"running\"")
                .doesNotContain("merge");
    }

    /// Spec 03 §1: the merge is behind the reduce, whatever a person has merged before (spec 05 §2.8).
    @Test
    void aRunThatGoesOnBehindAMergeOfItsOwnComesToItsMergeYet() {
        take(new PhaseEvent.PhaseStarted("map", 3L));
        take(resumed(RunEvent.Resumed.MERGE));
        take(new PhaseEvent.PhaseStarted("merge", null));
        take(new PhaseEvent.PhaseCompleted("merge", 25, null, null, null, null));
        assertThat(Json.write(history.phases(false))).contains("\"phase\":\"merge\",\"status\":\"completed\"");

        take(resumed("resume"));
        assertThat(Json.write(history.phases(true))).doesNotContain("merge");
        take(new PhaseEvent.PhaseStarted("reduce", null));
        take(new PhaseEvent.PhaseCompleted("merge", 1, null, null, null, "no_consent"));

        assertThat(Json.write(history.phases(true)))
                .containsSubsequence("map", "reduce", "\"phase\":\"merge\",\"status\":\"skipped\",\"duration_ms\":1");
    }

    /// What `status` says of how many there are counts the same steps.
    @ParameterizedTest
    @CsvSource({"commands[0], 1", "reduce[1], 1", "merge[0], 0", "commands[0].on_failure[0], 0", "commands[0].do[1], 0"
    })
    void theStepsOfTheRunsListsHaveEnded(String step, int ended) {
        step(step, new StepEvent.Skipped("when"));

        assertThat(history.stepsCompleted()).isEqualTo(ended);
    }

    /// The same step runs in several passes and rounds (spec 05 §6, `pass` and `round`).
    @Test
    void aStepThatRanSeveralTimesSaysWhereItDid() {
        step("commands[0]", new StepEvent.Skipped("when"));
        assertThat(Json.write(history.steps(false))).startsWith("[{\"step\":\"commands[0]\",\"status\":");

        take(Context.phase("commands").inPass(1), new PhaseEvent.PassStarted(1, "a"));
        take(Context.phase("commands").inPass(2), new PhaseEvent.PassStarted(1, "b"));
        take(
                Context.phase("commands").inPass(2).inStep("commands[0].do[0]", null, List.of(3, 1)),
                new StepEvent.Skipped("when"));

        assertThat(Json.write(history.steps(false)))
                .startsWith("[{\"step\":\"commands[0]\",\"pass\":1,\"status\":")
                .contains("{\"step\":\"commands[0].do[0]\",\"pass\":2,\"round\":[3,1],\"status\":");
    }

    /// Nothing that did not come to its end is told as completed (spec 00).
    @Test
    void aStepThatWasCutOffIsNotCompletedWithItsRun() {
        step("merge[0]", new StepEvent.Started("shell", "main", "true", null, null, null, null));
        take(new EndEvent.Cancelled("signal", "SIGTERM", null, 143, 1, null));
        assertThat(Json.write(history.steps(false))).contains("\"status\":\"cancelled\"");
        take(resumed("resume"));
        take(new EndEvent.Completed("completed", 0, 1, null, Outputs.NONE));

        assertThat(Json.write(history.steps(false))).contains("\"status\":\"interrupted\"");
    }

    private void step(String path, StepEvent event) {
        take(Context.read((Value.Fields) Json.parse("{\"step\":\"" + path + "\"}")), event);
    }

    private static RunEvent.Resumed resumed(String reason) {
        return new RunEvent.Resumed(reason, "cancelled", new Value.Fields(Map.of()), List.of(), 1, "here");
    }

    /// A phase that a policy stops has no event of its own for its end.
    @Test
    void aPhaseThatTheEndOfTheRunCutOffLastedUntilThen() {
        take(2, Context.RUN, new PhaseEvent.PhaseStarted("map", 3L));
        take(5, Context.RUN, new EndEvent.Cancelled("signal", "SIGTERM", null, 143, 5000, null));
        assertThat(Json.write(history.phases(false))).contains("\"status\":\"cancelled\"", "\"duration_ms\":3000");

        take(5, Context.RUN, resumed("resume"));
        assertThat(Json.write(history.phases(true))).contains("running").doesNotContain("duration_ms");

        take(5, Context.phase("map"), new StepEvent.Skipped("when"));
        take(9, Context.RUN, new EndEvent.Cancelled("signal", "SIGTERM", null, 143, 9000, null));
        assertThat(Json.write(history.phases(false))).contains("\"duration_ms\":7000");
    }

    @Test
    void whatIsUnderWayWhenTheProcessIsGoneIsInterrupted() {
        take(new PhaseEvent.PhaseStarted("map", 3L));

        assertThat(Json.write(history.phases(true))).contains("running");
        assertThat(Json.write(history.phases(false))).contains("interrupted");
    }
}

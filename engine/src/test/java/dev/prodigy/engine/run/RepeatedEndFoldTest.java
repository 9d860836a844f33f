package dev.prodigy.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.lang.json.Json;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.EndEvent;
import dev.prodigy.model.event.EventTypes;
import dev.prodigy.model.event.Recorded;
import dev.prodigy.model.value.Value;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Spec 05 §6: exactly one terminal event after each start or resume.
class RepeatedEndFoldTest {
    private static final Instant BEGIN = Instant.parse("2026-01-31T12:00:00Z");
    private static final String FAULT =
            "{\"reason\":\"file_limit\",\"detail\":\"no room\",\"exit_code\":75,\"duration_ms\":9}";

    private static final String RESUMED = """
            {"reason":"%s","from_status":"completed_with_failures","overrides":{},"accepted_changes":[],\
            "pid":1,"host":"h"}""";

    private static final String FAILED = """
            {"error":{"code":"GIT_ERROR","category":"workspace","message":"no","retryable":false,"attempt":1,\
            "timestamp":"2026-01-31T12:00:00.000Z"},"exit_code":1,"duration_ms":1}""";

    private final RunState state = new RunState();
    private long seq;

    @Test
    void anEndDirectlyBehindAnEndChangesNothing() {
        completed();
        var ended = state.ended();

        apply("workflow_interrupted", FAULT);

        assertThat(state.terminal()).isInstanceOf(EndEvent.Completed.class);
        assertThat(state.base()).isInstanceOf(EndEvent.Completed.class);
        assertThat(state.ended()).isEqualTo(ended);
    }

    @Test
    void anEndBehindAResumeCounts() {
        completed();

        resumed();
        apply("workflow_interrupted", FAULT);

        assertThat(state.terminal()).isInstanceOf(EndEvent.Interrupted.class);
    }

    /// Spec 05 §2.8: a merge behind the end of a run.
    @Test
    void aRunWhoseMergeAloneIsRepeatedStaysWhatItWasWhereTheMachineFails() {
        completed();

        resumed();
        apply("phase_started", "{\"phase\":\"merge\"}");
        apply("workflow_interrupted", FAULT);

        assertThat(state.terminal()).isInstanceOf(EndEvent.Interrupted.class);
        assertThat(state.outcome()).isInstanceOf(EndEvent.Completed.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "workflow_cancelled | {\"by\":\"signal\",\"signal\":\"SIGINT\",\"exit_code\":130,\"duration_ms\":9}",
                "workflow_timed_out | {\"timeout_ms\":9,\"exit_code\":5,\"duration_ms\":9}"
            })
    void aRunWhoseMergeAloneIsRepeatedStaysWhatItWasWhereThatIsCutOff(String type, String end) {
        completed();
        var ended = state.ended();

        resumed();
        apply("phase_started", "{\"phase\":\"merge\"}");
        apply(type, end);

        assertThat(state.outcome()).isInstanceOf(EndEvent.Completed.class);
        assertThat(state.ended()).isEqualTo(ended);
        assertThat(state.lacksItsEnd()).isFalse();
    }

    @Test
    void aRunWhoseMergeAloneIsRepeatedStaysWhatItWasWhereTheProcessDies() {
        completed();
        var ended = state.ended();

        resumed();
        apply("phase_started", "{\"phase\":\"merge\"}");
        assertThat(state.outcome()).isNull();
        assertThat(state.lacksItsEnd()).isFalse();
        Fold.ownerGone(state);

        assertThat(state.outcome()).isInstanceOf(EndEvent.Completed.class);
        assertThat(state.ended()).isEqualTo(ended);
        assertThat(state.lacksItsEnd()).isTrue();
    }

    /// The next process writes the end that is missing; the run had come to it before.
    @Test
    void theEndOfARunWhoseMergeAloneIsRepeatedKeepsItsTime() {
        completed();
        var ended = state.ended();

        resumed();
        apply("phase_started", "{\"phase\":\"merge\"}");
        resumed();
        completed();

        assertThat(state.lacksItsEnd()).isFalse();
        assertThat(state.ended()).isEqualTo(ended);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "workflow_failed | {\"error\":{\"code\":\"GIT_ERROR\",\"category\":\"workspace\",\"message\":\"no\","
                        + "\"retryable\":false,\"attempt\":1,\"timestamp\":\"2026-01-31T12:00:00.000Z\"},"
                        + "\"exit_code\":1,\"duration_ms\":1}",
                "workflow_interrupted | " + FAULT
            })
    void theEndOfARunKeepsItsTimeWhateverAMergeByItselfComesTo(String type, String end) {
        completed();
        var ended = state.ended();

        apply("workflow_resumed", RESUMED.formatted("merge"));
        apply("phase_started", "{\"phase\":\"merge\"}");
        apply(type, end);

        assertThat(state.outcome()).isInstanceOf(EndEvent.Completed.class);
        assertThat(state.ended()).isEqualTo(ended);
    }

    @Test
    void aRunWhoseRepeatedEndFailsEndsThen() {
        completed();
        var ended = state.ended();

        resumed();
        apply("phase_started", "{\"phase\":\"merge\"}");
        apply("workflow_failed", FAILED);

        assertThat(state.outcome()).isInstanceOf(EndEvent.Failed.class);
        assertThat(state.ended()).isAfter(ended);
    }

    /// The next process finds it as it was, and so does the one behind that.
    @Test
    void aMergeThatDiesAgainLeavesTheRunWhatItWas() {
        completed();

        for (int i = 0; i < 2; i++) {
            resumed();
            apply("phase_started", "{\"phase\":\"merge\"}");
        }
        apply("workflow_interrupted", FAULT);

        assertThat(state.outcome()).isInstanceOf(EndEvent.Completed.class);
    }

    @Test
    void aMergeByItselfThatDiesLeavesTheRunWhatItWas() {
        apply("workflow_failed", FAILED);
        var ended = state.ended();

        apply("workflow_resumed", RESUMED.formatted("merge"));
        apply("phase_started", "{\"phase\":\"merge\"}");
        Fold.ownerGone(state);

        assertThat(state.outcome()).isInstanceOf(EndEvent.Failed.class);
        assertThat(state.ended()).isEqualTo(ended);
        assertThat(state.isMergingOnly()).isFalse();
    }

    @Test
    void aRunThatDoesMoreWhenItsProcessDiesIsCutOff() {
        completed();

        resumed();
        apply("phase_started", "{\"phase\":\"reduce\"}");
        Fold.ownerGone(state);

        assertThat(state.terminal()).isNull();
        assertThat(state.outcome()).isNull();
    }

    @Test
    void aRunThatDoesMoreIsInterrupted() {
        completed();

        resumed();
        apply("phase_started", "{\"phase\":\"reduce\"}");
        apply("workflow_interrupted", FAULT);

        assertThat(state.outcome()).isInstanceOf(EndEvent.Interrupted.class);
    }

    private void resumed() {
        apply("workflow_resumed", RESUMED.formatted("resume"));
    }

    private void completed() {
        apply(
                "workflow_completed",
                "{\"status\":\"completed_with_failures\",\"exit_code\":3,\"duration_ms\":1,\"outputs\":{}}");
    }

    private void apply(String type, String body) {
        var fields = (Value.Fields) Json.parse(body);
        var event = EventTypes.read(type, fields);
        var at = BEGIN.plusSeconds(++seq);
        Fold.apply(state, new Recorded(seq, at, Duration.ZERO, "mapreduce-x", null, Context.read(fields), event));
    }
}

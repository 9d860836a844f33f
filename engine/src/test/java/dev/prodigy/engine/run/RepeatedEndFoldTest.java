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

/// Spec 05 §6: exactly one terminal event after each start or resume.
class RepeatedEndFoldTest {
    private static final Instant BEGIN = Instant.parse("2026-01-31T12:00:00Z");
    private static final String FAULT =
            "{\"reason\":\"file_limit\",\"detail\":\"no room\",\"exit_code\":75,\"duration_ms\":9}";

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

    @Test
    void aRunThatDoesMoreIsInterrupted() {
        completed();

        resumed();
        apply("phase_started", "{\"phase\":\"reduce\"}");
        apply("workflow_interrupted", FAULT);

        assertThat(state.outcome()).isInstanceOf(EndEvent.Interrupted.class);
    }

    private void resumed() {
        apply("workflow_resumed", """
                {"reason":"resume","from_status":"completed_with_failures","overrides":{},"accepted_changes":[],\
                "pid":1,"host":"h"}""");
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

package dev.prodigy.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.lang.json.Json;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.EventTypes;
import dev.prodigy.model.event.Recorded;
import dev.prodigy.model.value.Value;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/// Spec 05 §2.6: the phase of a run whose items are pending again, or have been run again.
class RequeuedPhaseTest {
    private static final Instant AT = Instant.parse("2026-01-31T12:00:00Z");

    private final RunState state = new RunState();
    private long seq;

    @Test
    void aRunWhoseItemsArePendingAgainIsInItsMapPhase() {
        apply("phase_started", "{\"phase\":\"map\",\"items_total\":1}");
        apply("work_items_loaded", "{\"total\":1,\"stages\":[],\"source\":\"s\",\"segments\":[]}");
        apply("phase_completed", "{\"phase\":\"merge\",\"duration_ms\":1,\"reason\":\"no_commits\"}");
        assertThat(state.phase()).isEqualTo("merge");

        apply("item_requeued", "{\"item_id\":\"item-001\",\"by\":\"resume\"}");

        assertThat(state.phase()).isEqualTo("map");
    }

    @Test
    void aRedriveLeavesTheRunInItsPhase() {
        failInMerge();

        redrive();
        assertThat(state.phase()).isEqualTo("map");
        apply("dlq_retry_completed", "{\"succeeded\":1,\"failed\":0,\"remaining\":0}");

        assertThat(state.phase()).isEqualTo("merge");
    }

    @Test
    void aRedriveThatIsCutOffLeavesTheRunInItsPhase() {
        failInMerge();

        redrive();
        apply("workflow_cancelled", "{\"by\":\"signal\",\"exit_code\":130,\"duration_ms\":1}");

        assertThat(state.phase()).isEqualTo("merge");
    }

    @Test
    void itemsThatARequeueAddsToARedriveOpenTheMapPhase() {
        failInMerge();

        redrive();
        apply("item_requeued", "{\"item_id\":\"item-001\",\"by\":\"person\"}");
        apply("dlq_retry_completed", "{\"succeeded\":0,\"failed\":0,\"remaining\":0}");

        assertThat(state.phase()).isEqualTo("map");
    }

    private void failInMerge() {
        apply("phase_started", "{\"phase\":\"map\",\"items_total\":2}");
        apply("work_items_loaded", "{\"total\":2,\"stages\":[],\"source\":\"s\",\"segments\":[]}");
        apply("phase_completed", "{\"phase\":\"map\",\"duration_ms\":1,\"successful\":0,\"failed\":2,\"skipped\":0}");
        apply("phase_started", "{\"phase\":\"merge\"}");
        apply("phase_completed", "{\"phase\":\"merge\",\"duration_ms\":1,\"reason\":\"no_consent\"}");
    }

    private void redrive() {
        apply("dlq_retry_started", "{\"count\":1,\"max_parallel\":1,\"filter\":null}");
        apply("item_requeued", "{\"item_id\":\"item-002\",\"by\":\"dlq_retry\"}");
    }

    private void apply(String type, String body) {
        var fields = (Value.Fields) Json.parse(body);
        var event = EventTypes.read(type, fields);
        Fold.apply(state, new Recorded(++seq, AT, Duration.ZERO, "mapreduce-x", null, Context.read(fields), event));
    }
}

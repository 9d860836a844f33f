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

/// Spec 05 §2.6: the phase of a run whose items are pending again.
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

    private void apply(String type, String body) {
        var fields = (Value.Fields) Json.parse(body);
        var event = EventTypes.read(type, fields);
        Fold.apply(state, new Recorded(++seq, AT, Duration.ZERO, "mapreduce-x", null, Context.read(fields), event));
    }
}

package dev.prodigy.cli.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.engine.run.Fold;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.EventTypes;
import dev.prodigy.model.event.Recorded;
import dev.prodigy.model.value.Value;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/// Spec 05 §2.6, `breakers`.
class BreakerFiguresTest {
    private static final Instant BEGIN = Instant.parse("2026-01-31T12:00:00Z");

    private final RunState state = new RunState();
    private long seq;

    @Test
    void aBreakerIsTold() {
        apply("circuit_opened", """
                {"key":"items","scope":"item","failures":2,"until":"2026-01-31T12:00:30.000Z"}""");
        assertThat(Json.write(BreakerFigures.of(state.circuits())))
                .isEqualTo("[{\"key\":\"items\",\"scope\":\"item\",\"state\":\"open\",\"failures\":2,"
                        + "\"until\":\"2026-01-31T12:00:30.000Z\"}]");
        apply("circuit_half_opened", "{\"key\":\"items\",\"scope\":\"item\",\"permits\":1}");
        apply("circuit_closed", "{\"key\":\"items\",\"scope\":\"item\",\"successes\":1}");
        assertThat(Json.write(BreakerFigures.of(state.circuits())))
                .isEqualTo("[{\"key\":\"items\",\"scope\":\"item\",\"state\":\"closed\",\"failures\":0}]");
    }

    private void apply(String type, String text) {
        var fields = (Value.Fields) Json.parse(text);
        var event = EventTypes.read(type, fields);
        Fold.apply(state, new Recorded(++seq, BEGIN, Duration.ZERO, "mapreduce-x", null, Context.read(fields), event));
    }
}

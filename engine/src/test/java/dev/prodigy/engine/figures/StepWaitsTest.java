package dev.prodigy.engine.figures;

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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Spec 02 §1, "with the next due time", and 05 §2.6: `next_due_at` where it is a step that waits.
class StepWaitsTest {
    private static final Instant BEGIN = Instant.parse("2026-01-31T12:00:00Z");
    private static final String STEP = "\"phase\":\"commands\",\"pass\":1,\"step\":\"commands[0]\"";
    private static final String IN_ITEM =
            "\"phase\":\"map\",\"item_id\":\"item-001\",\"step\":\"map.agent_template[0]\"";
    private static final String RETRY = """
            {%s,"attempt":1,"kind":"shell","layer":"step","next_attempt":2,"max_attempts":3,"delay_ms":1,
            "delay_source":"backoff","due_at":"2026-01-31T12:%s:00Z",
            "error":{"code":"X","category":"unknown","message":"m"}}""";

    private long seq;

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            -                    | begins; starts
            2026-01-31T12:05:00Z | begins; starts; retry
            -                    | begins; starts; retry; starts
            -                    | begins; starts; retry; fails
            -                    | begins; starts; retry; ends
            2026-01-31T12:05:00Z | begins; starts; retry; resumes
            2026-01-31T12:02:00Z | begins; starts; retry in item; retry
            2026-01-31T12:02:00Z | begins; starts; retry in item
            -                    | begins; starts; retry in item; cut off
            2026-01-31T13:00:00Z | begins; starts; limit
            2026-01-31T12:05:00Z | begins; starts; retry; limit
            -                    | begins; starts; limit; free
            2026-01-31T12:00:30Z | begins; starts; opens; retry due
            2026-01-31T12:00:30Z | begins; starts; fails; opens
            2026-01-31T12:00:30Z | begins; starts; opens; retry due; resumes
            -                    | begins; starts; opens
            -                    | begins; starts; opens; retry due; starts
            -                    | items begin; opens
            """)
    void theNextMomentAtWhichAStepMayGoOn(@Nullable Instant due, String story) {
        var state = new RunState();
        var waits = new StepWaits();
        for (var word : story.split("; ?", -1)) {
            var recorded = recorded(word);
            Fold.apply(state, recorded);
            waits.take(recorded);
        }
        assertThat(waits.nextDue(state, BEGIN.plusSeconds(1))).isEqualTo(due);
    }

    private Recorded recorded(String word) {
        return switch (word) {
            case "begins" -> of("phase_started", "{\"phase\":\"commands\"}");
            case "items begin" -> of("phase_started", "{\"phase\":\"map\"}");
            case "starts" ->
                of("step_started", "{%s,\"kind\":\"shell\",\"role\":\"step\",\"command\":\"x\"}".formatted(STEP));
            case "retry" -> of("retry_scheduled", RETRY.formatted(STEP, "05"));
            case "retry due" -> of("retry_scheduled", RETRY.formatted(STEP, "00"));
            case "retry in item" -> of("retry_scheduled", RETRY.formatted(IN_ITEM, "02"));
            case "fails" -> of("step_failed", """
                    {%s,"kind":"shell","error":{"code":"X","category":"unknown","message":"m"},"tolerated":true,
                    "attempts":1,"duration_ms":1,"execution_ms":1,"retry_wait_ms":0,"captured":{}}""".formatted(STEP));
            case "cut off" -> of("agent_interrupted", "{\"item_id\":\"item-001\",\"attempt\":1,\"reason\":\"resume\"}");
            case "ends" -> of("workflow_cancelled", "{\"by\":\"person\",\"exit_code\":1,\"duration_ms\":1}");
            case "resumes" -> of("workflow_resumed", """
                    {"reason":"resume","from_status":"interrupted","overrides":{},"accepted_changes":[],"pid":1,"host":"h"}""");
            case "limit" -> of("quota_paused", "{\"source\":\"notice\",\"until\":\"2026-01-31T13:00:00Z\"}");
            case "free" -> of("quota_resumed", "{}");
            case "opens" -> of("circuit_opened", """
                    {"key":"k","scope":"run","failures":2,"until":"2026-01-31T12:00:30Z"}""");
            default -> throw new IllegalArgumentException(word);
        };
    }

    private Recorded of(String type, String text) {
        var fields = (Value.Fields) Json.parse(text);
        var event = EventTypes.read(type, fields);
        return new Recorded(++seq, BEGIN, Duration.ZERO, "workflow-x", null, Context.read(fields), event);
    }
}

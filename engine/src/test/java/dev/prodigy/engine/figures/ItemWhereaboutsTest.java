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
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Spec 02 §1, "Waiting items are counted by cause", and 05 §2.6.
class ItemWhereaboutsTest {
    private static final Instant BEGIN = Instant.parse("2026-01-31T12:00:00Z");
    private static final String ERROR =
            "{\"code\":\"X\",\"category\":\"unknown\",\"message\":\"m\",\"origin\":{},\"retries\":{},\"evidence\":{}}";
    private static final String FIRST = "\"item_id\":\"item-001\",\"attempt\":1";

    private long seq;

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', nullValues = "-", textBlock = """
            pending=3                             | -                    |                        | true
            pending=2, running=1                  | -                    | started                | true
            pending=3                             | -                    | started                | false
            pending=2, waiting_breaker=1          | -                    | started; circuit_open  | true
            pending=3                             | -                    | started; circuit_open  | false
            pending=2, waiting_breaker=1          | 2026-01-31T12:00:30Z | opened; circuit_open   | true
            pending=2, waiting_breaker=1          | 2026-01-31T12:00:30Z | opened; circuit_open   | false
            pending=2, waiting_quota=1            | 2026-01-31T13:00:00Z | started; limit; quota  | true
            pending=2, waiting_other=1            | -                    | started; rate_limit    | true
            pending=2, running=1                  | -                    | started; quota; goes on| true
            pending=2, waiting_retry=1            | 2026-01-31T12:00:09Z | started; failed; retry | true
            pending=2, waiting_breaker=1          | 2026-01-31T12:00:09Z | started; failed; retry; circuit_open | true
            pending=3                             | -                    | started; failed; retry; ended | false
            pending=3                             | -                    | opened; circuit_open; ended | false
            pending=2, merging=1                  | -                    | started; merge         | true
            pending=2, conflict=1                 | -                    | started; conflict      | true
            pending=2, merging=1                  | -                    | started; conflict; merge | true
            pending=3                             | -                    | started; conflict; failed | true
            """)
    void eachItemCountsOnceByWhatItWaitsFor(
            String counts, @Nullable Instant due, @Nullable String story, boolean live) {
        var state = new RunState();
        apply(state, "work_items_loaded", "{\"total\":3,\"stages\":[],\"source\":\"s\",\"segments\":[]}");
        for (var word : story == null ? new String[0] : story.split("; ?", -1)) {
            tell(state, word);
        }
        var figures = new ItemWhereabouts(state, Objects.requireNonNull(state.items()), live);

        var told = figures.toFields().members().entrySet().stream()
                .filter(each -> !each.getValue().equals(Value.of(0)))
                .map(each -> each.getKey() + "=" + Json.write(each.getValue()))
                .collect(Collectors.joining(", "));
        assertThat(told).isEqualTo(counts);
        assertThat(figures.nextDue(BEGIN.plusSeconds(1))).isEqualTo(due);
    }

    private void tell(RunState state, String word) {
        switch (word.strip()) {
            case "started" ->
                apply(state, "agent_started", "{%s,\"item_key\":\"k\",\"marker\":\"m\"}".formatted(FIRST));
            case "failed" -> apply(state, "agent_failed", """
                    {%s,"status":"failed","final":false,"error":%s,"signature":"s","attempts":1,"duration_ms":1,\
                    "execution_ms":1,"retry_wait_ms":0,"steps":[]}""".formatted(FIRST, ERROR));
            case "retry" -> apply(state, "retry_scheduled", """
                    {%s,"layer":"item","attempt":1,"next_attempt":2,"max_attempts":3,"delay_ms":9000,\
                    "delay_source":"backoff","due_at":"2026-01-31T12:00:09.000Z","error":%s}""".formatted(FIRST, ERROR));
            case "merge" -> apply(state, "merge_started", """
                    {%s,"head":"a","target":"t","target_commit":"b"}""".formatted(FIRST));
            case "conflict" -> apply(state, "merge_conflicted", """
                    {%s,"files":["f"],"resolution":"steps"}""".formatted(FIRST));
            case "opened" -> apply(state, "circuit_opened", """
                    {"key":"items","scope":"item","failures":2,"until":"2026-01-31T12:00:30.000Z"}""");
            case "limit" -> apply(state, "quota_paused", """
                    {"source":"notice","until":"2026-01-31T13:00:00.000Z"}""");
            case "ended" -> apply(state, "workflow_cancelled", """
                    {"by":"person","exit_code":1,"duration_ms":1}""");
            case "goes on" -> apply(state, "item_continued", "{%s,\"waited_ms\":5}".formatted(FIRST));
            default -> apply(state, "item_waiting", "{%s,\"reason\":\"%s\"}".formatted(FIRST, word.strip()));
        }
    }

    private void apply(RunState state, String type, String text) {
        var fields = (Value.Fields) Json.parse(text);
        var event = EventTypes.read(type, fields);
        Fold.apply(state, new Recorded(++seq, BEGIN, Duration.ZERO, "mapreduce-x", null, Context.read(fields), event));
    }
}

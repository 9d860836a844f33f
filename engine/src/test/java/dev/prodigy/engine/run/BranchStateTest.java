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

/// Spec 03 §10: what the journal knows of a session's branch.
class BranchStateTest {
    private static final Instant BEGIN = Instant.parse("2026-01-31T12:00:00Z");

    private final RunState state = new RunState();
    private long seq;

    /// Of items that are merged side by side the later merge has the commit of the earlier, whoever is told of first.
    @Test
    void theLaterMergeCountsInWhicheverOrderTheItemsSucceed() {
        apply("work_items_loaded", "{\"total\":2,\"stages\":[],\"source\":\"s\",\"segments\":[]}");
        merges("item-001", "one");
        merges("item-002", "two");

        succeeds("item-002");
        succeeds("item-001");

        assertThat(state.branch().tip()).isEqualTo("two");
        assertThat(state.branch().acknowledged()).isEqualTo("two");
        assertThat(state.branch().mergeIntents()).isEmpty();
    }

    private void merges(String item, String commit) {
        apply(
                "agent_started",
                "{\"item_id\":\"%s\",\"attempt\":1,\"item_key\":\"k\",\"marker\":\"m\"}".formatted(item));
        apply("merge_started", """
                {"item_id":"%s","attempt":1,"head":"h","target":"t","target_commit":"c","merge_commit":"%s"}""".formatted(item, commit));
    }

    private void succeeds(String item) {
        apply("agent_completed", """
                {"item_id":"%s","attempt":1,"status":"successful","attempts":1,"duration_ms":1,"execution_ms":1,\
                "retry_wait_ms":0,"commits":[],"steps":[],"result":{}}""".formatted(item));
    }

    private void apply(String type, String body) {
        var fields = (Value.Fields) Json.parse(body);
        var event = EventTypes.read(type, fields);
        Fold.apply(state, new Recorded(++seq, BEGIN, Duration.ZERO, "mapreduce-x", null, Context.read(fields), event));
    }
}

package dev.prodigy.runtime.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.engine.run.Fold;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.engine.run.StageState;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.EventTypes;
import dev.prodigy.model.event.Recorded;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.home.RunId;
import dev.prodigy.runtime.home.RunRef;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunRecordTest {
    private static final String RUN = "mapreduce-20260131T120000123-abc123";
    private static final RunRef REF = new RunRef("app", RunId.parse(RUN).orElseThrow());
    private static final Instant BEGIN = Instant.parse("2026-01-31T12:00:00.123Z");
    private static final RunRecord.Holder HOLDER = new RunRecord.Holder(77, "here");
    private static final String STARTED = """
            workflow_started {"workflow":"w","workflow_file":"w.yml","workflow_hash":"00","mode":"mapreduce",\
            "program":"p","pid":7,"host":"h","path":"/src","branch":"prodigy/x","worktree":"/w","target":"main"}""";
    private static final String LOADED = """
            work_items_loaded {"total":3,"stages":[],"source":"s","segments":[]}""";
    private static final String MAP = """
            phase_started {"phase":"map","items_total":3}""";
    private static final String ITEM = """
            agent_started {"item_id":"item-001","attempt":1,"item_key":"k","marker":"m"}""";
    private static final String ERROR = """
            {"code":"X","category":"unknown","message":"m","origin":{},"retries":{},"evidence":{}}""";

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    begins, nobody holds it      | interrupted             | true  |
                    begins, held                 | running                 | false | dispatch_resumed {"by":"p"}
                    paused                       | paused                  | false | dispatch_paused {"by":"p"}
                    waits for the quota          | waiting                 | false | quota_paused {"source":"notice","until":"2026-01-31T13:00:00.000Z"}
                    completed                    | completed               | false | workflow_completed {"status":"completed","exit_code":0,"duration_ms":1}
                    with failures                | completed_with_failures | false | workflow_completed {"status":"completed_with_failures","exit_code":3,"duration_ms":1}
                    timed out                    | timed_out               | true  | workflow_timed_out {"timeout_ms":1,"exit_code":5,"duration_ms":1}
                    cancelled                    | cancelled               | true  | workflow_cancelled {"by":"signal","signal":"SIGINT","exit_code":130,"duration_ms":1}
                    interrupted                  | interrupted             | true  | workflow_interrupted {"reason":"disk_full","detail":"d","exit_code":75,"duration_ms":1}
                    """)
    void tells_the_status_and_whether_a_resume_would_do_anything(
            String when, String status, boolean resumable, @Nullable String event) {
        var held = List.of("begins, held", "paused", "waits for the quota").contains(when);
        var state = event == null ? fold(STARTED) : fold(STARTED, event);

        var record = RunRecord.of(REF, state, held ? HOLDER : null);

        assertThat(record.status()).isEqualTo(status);
        assertThat(record.isResumable()).isEqualTo(resumable);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    not_merged |
                    none       | phase_completed {"phase":"merge","duration_ms":1,"reason":"no_commits"}
                    not_merged | phase_completed {"phase":"merge","duration_ms":1,"reason":"no_consent"}
                    merged     | phase_completed {"phase":"merge","duration_ms":1}
                    merged     | merge_completed {"commit":"c","target":"main"}
                    not_merged | merge_completed {"commit":"c","target":"prodigy/x","item_id":"item-001"}
                    """)
    void tells_what_became_of_the_commits(String merge, @Nullable String event) {
        var state = event == null ? fold(STARTED) : fold(STARTED, event);

        assertThat(RunRecord.of(REF, state, null).place().merge()).isEqualTo(merge);
    }

    @Test
    void a_redrive_that_commits_nothing_leaves_what_was_merged_merged() {
        var state = fold(
                STARTED,
                LOADED,
                "phase_completed {\"phase\":\"merge\",\"duration_ms\":1}",
                "workflow_completed {\"status\":\"completed_with_failures\",\"exit_code\":3,\"duration_ms\":1}",
                "workflow_resumed {\"reason\":\"dlq_retry\",\"from_status\":\"x\",\"pid\":1,\"host\":\"h\"}",
                "dlq_retry_started {\"count\":1,\"max_parallel\":1,\"shaped\":true}",
                "phase_completed {\"phase\":\"merge\",\"duration_ms\":1,\"reason\":\"no_commits\"}");

        assertThat(RunRecord.of(REF, state, null).place().merge()).isEqualTo("merged");
    }

    /// Items that are put back do not make commits of a run that has none.
    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
            -, no_commits, none
            c, no_consent, not_merged
            """)
    void a_requeue_behind_the_end_leaves_nothing_to_merge_where_nothing_was_committed(
            @Nullable String tip, String reason, String merge) {
        var events = new ArrayList<>(List.of(STARTED, LOADED, MAP, ITEM));
        if (tip != null) {
            events.add(
                    "step_completed {\"step\":\"setup[0]\",\"phase\":\"setup\",\"status\":\"succeeded\",\"attempts\":1,"
                            + "\"duration_ms\":1,\"execution_ms\":1,\"retry_wait_ms\":0,\"captured\":{},\"tip\":\""
                            + tip + "\"}");
        }
        events.addAll(List.of(
                "item_skipped {\"item_id\":\"item-001\",\"reason\":\"policy\"}",
                "phase_completed {\"phase\":\"map\",\"duration_ms\":1}",
                "phase_completed {\"phase\":\"merge\",\"duration_ms\":1,\"reason\":\"" + reason + "\"}",
                "workflow_completed {\"status\":\"completed_with_failures\",\"exit_code\":3,\"duration_ms\":1}"));
        assertThat(RunRecord.of(REF, fold(events.toArray(String[]::new)), null)
                        .place()
                        .merge())
                .isEqualTo(merge);

        events.add("item_requeued {\"item_id\":\"item-001\",\"by\":\"person\"}");

        var state = fold(events.toArray(String[]::new));
        assertThat(state.stage("merge")).isInstanceOf(StageState.Ahead.class);
        assertThat(RunRecord.of(REF, state, null).place().merge()).isEqualTo(merge);
    }

    /// `worktree merge` merges what a run has committed so far; a step that goes on behind it brings more.
    @ParameterizedTest
    @CsvSource({"c, merged", "d, not_merged"})
    void what_a_step_commits_behind_a_merge_is_not_merged(String tip, String merge) {
        var step = "step_completed {\"step\":\"reduce[0]\",\"phase\":\"%s\",\"status\":\"succeeded\",\"attempts\":1,"
                + "\"duration_ms\":1,\"execution_ms\":1,\"retry_wait_ms\":0,\"captured\":{},\"tip\":\"%s\"}";
        var state = fold(
                STARTED,
                step.formatted("setup", "c"),
                "merge_completed {\"commit\":\"m\",\"target\":\"main\"}",
                step.formatted("reduce", tip));

        assertThat(RunRecord.of(REF, state, null).place().merge()).isEqualTo(merge);
    }

    /// A run whose process died before its first event was durable did nothing that could go on.
    @Test
    void a_run_that_never_began_cannot_be_resumed() {
        assertThat(RunRecord.of(REF, fold(), null).isResumable()).isFalse();
    }

    @Test
    void the_phase_of_a_redrive_is_that_of_the_items() {
        var state = fold(
                STARTED,
                LOADED,
                "phase_completed {\"phase\":\"merge\",\"duration_ms\":1}",
                "workflow_completed {\"status\":\"completed_with_failures\",\"exit_code\":3,\"duration_ms\":1}",
                "workflow_resumed {\"reason\":\"dlq_retry\",\"from_status\":\"x\",\"pid\":1,\"host\":\"h\"}",
                "dlq_retry_started {\"count\":1,\"max_parallel\":1,\"shaped\":true}");

        assertThat(RunRecord.of(REF, state, HOLDER).course().phase()).isEqualTo("map");
    }

    @Test
    void a_redrive_that_was_cut_off_leaves_the_run_what_it_was() {
        var state = fold(
                STARTED,
                LOADED,
                "workflow_completed {\"status\":\"completed_with_failures\",\"exit_code\":3,\"duration_ms\":1}",
                "workflow_resumed {\"reason\":\"dlq_retry\",\"from_status\":\"x\",\"pid\":1,\"host\":\"h\"}",
                "dlq_retry_started {\"count\":1,\"max_parallel\":1,\"shaped\":true}",
                "workflow_cancelled {\"by\":\"signal\",\"exit_code\":130,\"duration_ms\":1}");

        assertThat(RunRecord.of(REF, state, null).status()).isEqualTo("completed_with_failures");
    }

    @Test
    void has_the_members_of_the_specification_and_reads_what_it_wrote() {
        var state = fold(STARTED, LOADED, MAP, ITEM);
        var record = RunRecord.of(REF, state, HOLDER);

        assertThat(Json.write(record.toFields())).isEqualTo("""
                        {"version":1,"run_id":"mapreduce-20260131T120000123-abc123","parent_run_id":null,"workflow":"w",\
                        "workflow_file":"w.yml","mode":"mapreduce","status":"running","phase":"map","repo":"app",\
                        "path":"/src","started_at":"2026-01-31T12:00:00.124Z","updated_at":"2026-01-31T12:00:00.127Z",\
                        "finished_at":null,"duration_ms":40,"resumable":false,"pid":77,"host":"here",\
                        "items":{"total":3,"successful":0,"failed":0,"skipped":0,"pending":3},"dlq":0,\
                        "branch":"prodigy/x","worktree":"/w","target":"main","merge":"not_merged","last_seq":4,\
                        "error":null}""");
        assertThat(RunRecord.read(record.toFields()).toFields()).isEqualTo(record.toFields());
    }

    @Test
    void a_failure_comes_with_its_error() {
        var state = fold(STARTED, "workflow_failed {\"error\":" + ERROR + ",\"exit_code\":1,\"duration_ms\":1}");

        assertThat(RunRecord.of(REF, state, null).course().error())
                .isInstanceOfSatisfying(
                        Value.Fields.class,
                        error -> assertThat(error.get("code")).isEqualTo(Value.of("X")));
    }

    @Test
    void a_record_of_a_live_run_is_shown_as_interrupted_once_nobody_holds_it() {
        var live = RunRecord.of(REF, fold(STARTED), HOLDER);

        assertThat(live.heldBy(null).status()).isEqualTo("interrupted");
        assertThat(live.heldBy(null).heldBy(HOLDER).status()).isEqualTo("running");
    }

    static RunState fold(String... events) {
        var state = new RunState();
        long seq = 0;
        for (var event : List.of(events)) {
            seq++;
            int end = event.indexOf(' ');
            var fields = (Value.Fields) Json.parse(event.substring(end + 1));
            var read = EventTypes.read(event.substring(0, end), fields);
            Fold.apply(
                    state,
                    new Recorded(
                            seq,
                            BEGIN.plusMillis(seq),
                            Duration.ofMillis(seq * 10),
                            RUN,
                            null,
                            Context.read(fields),
                            read));
        }
        return state;
    }
}

package dev.prodigy.engine.figures;

import static dev.prodigy.engine.figures.Metric.ACTIVE_ATTEMPTS;
import static dev.prodigy.engine.figures.Metric.AGENT_ATTEMPTS;
import static dev.prodigy.engine.figures.Metric.AGENT_ERRORS;
import static dev.prodigy.engine.figures.Metric.AGENT_FIRST_ATTEMPTS;
import static dev.prodigy.engine.figures.Metric.AGENT_RETRIES;
import static dev.prodigy.engine.figures.Metric.AGENT_TIMEOUTS;
import static dev.prodigy.engine.figures.Metric.ATTEMPTS_UNTIL_SUCCESS;
import static dev.prodigy.engine.figures.Metric.CIRCUIT_STATE;
import static dev.prodigy.engine.figures.Metric.CIRCUIT_TRANSITIONS;
import static dev.prodigy.engine.figures.Metric.COST;
import static dev.prodigy.engine.figures.Metric.DLQ_CHANGES;
import static dev.prodigy.engine.figures.Metric.DLQ_ITEMS;
import static dev.prodigy.engine.figures.Metric.ITEMS;
import static dev.prodigy.engine.figures.Metric.ITEMS_ENDED;
import static dev.prodigy.engine.figures.Metric.JOURNAL_BYTES;
import static dev.prodigy.engine.figures.Metric.MERGES;
import static dev.prodigy.engine.figures.Metric.RETRY_WAIT;
import static dev.prodigy.engine.figures.Metric.RUNS;
import static dev.prodigy.engine.figures.Metric.RUN_DURATION;
import static dev.prodigy.engine.figures.Metric.STEP_ATTEMPTS;
import static dev.prodigy.engine.figures.Metric.STEP_ATTEMPT_ERRORS;
import static dev.prodigy.engine.figures.Metric.STEP_ERRORS;
import static dev.prodigy.engine.figures.Metric.STEP_EXECUTION;
import static dev.prodigy.engine.figures.Metric.STEP_FIRST_ATTEMPTS;
import static dev.prodigy.engine.figures.Metric.STEP_RETRIES;
import static dev.prodigy.engine.figures.Metric.STEP_TIMEOUTS;
import static dev.prodigy.engine.figures.Metric.TIMEOUTS;
import static dev.prodigy.engine.figures.Metric.TOKENS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.lang.json.Json;
import org.junit.jupiter.api.Test;

/// Journal in, figures out (spec 05 §8).
class RunFiguresTest {
    private static final String STARTED = """
            workflow_started {"workflow":"w","workflow_hash":"h","mode":"mapreduce","program":"p","pid":1,"host":"h",\
            "path":"/","params":{},"input":{},"settings":{}}
            """;
    private static final String LOADED = STARTED + """
            work_items_loaded {"phase":"map","total":4,"stages":[],"source":"s","segments":[]}
            """;
    private static final String RESUMED = """
            workflow_resumed {"reason":"resume","from_status":"stopped","overrides":{},"accepted_changes":[],"pid":2,\
            "host":"h"}
            """;

    private static String step(String type, String more) {
        return type + " {\"phase\":\"commands\",\"pass\":1,\"step\":\"commands[0]\"," + more + "}\n";
    }

    private static String started(int attempt) {
        return step(
                "step_started", "\"attempt\":" + attempt + ",\"kind\":\"shell\",\"role\":\"main\",\"command\":\"c\"");
    }

    private static String retry(int attempt, String error) {
        return step(
                "retry_scheduled",
                "\"layer\":\"step\",\"kind\":\"shell\",\"attempt\":" + attempt + ",\"next_attempt\":" + (attempt + 1)
                        + ",\"max_attempts\":5,\"delay_ms\":40,\"delay_source\":\"backoff\",\"error\":" + error);
    }

    private static String effort(int attempts) {
        return "\"attempts\":" + attempts + ",\"duration_ms\":9,\"execution_ms\":7,\"retry_wait_ms\":1";
    }

    private static String item(int item, String type, String more) {
        return type + " {\"phase\":\"map\",\"item_id\":\"item-00" + item + "\"" + (more.isEmpty() ? "" : "," + more)
                + "}\n";
    }

    private static String begun(int item, int attempt) {
        return item(item, "agent_started", "\"attempt\":" + attempt + ",\"item_key\":\"k\",\"marker\":\"m\"");
    }

    private static String done(int item, int attempts, String steps) {
        return item(
                item,
                "agent_completed",
                "\"status\":\"success\"," + effort(attempts) + ",\"commits\":[],\"steps\":[" + steps
                        + "],\"result\":{},\"tolerated\":false");
    }

    private static String failed(int item, int attempts, boolean last, String error, String steps) {
        return item(
                item,
                "agent_failed",
                "\"attempt\":" + attempts + ",\"status\":\"failed\",\"final\":" + last + ",\"error\":" + error
                        + ",\"signature\":\"s\"," + effort(attempts) + ",\"steps\":[" + steps + "]");
    }

    private static String letter(int item, String type) {
        return item(
                item,
                type,
                "\"attempt_count\":1,\"signature\":\"s\",\"failure_reason\":\"r\",\"reprocess_eligible\":true,"
                        + "\"conflicts\":[]");
    }

    private static String ended(String step, String kind, String status, int attempts) {
        return "{\"step\":\"%s\",\"kind\":\"%s\",\"status\":\"%s\",\"attempts\":%d,\"execution_ms\":3}"
                .formatted(step, kind, status, attempts);
    }

    @Test
    void aStepThatIsTriedAgainCountsEachAttemptOnce() {
        var story = new Story()
                .tell(STARTED
                        + started(1)
                        + retry(1, "ERROR")
                        + started(2)
                        + retry(2, "SLOW")
                        + started(3)
                        + step(
                                "step_completed",
                                "\"status\":\"succeeded\"," + effort(3) + ",\"captured\":{},\"commits\":[]"));

        assertThat(story.of(STEP_FIRST_ATTEMPTS)).containsExactly("shell 1");
        assertThat(story.of(STEP_ATTEMPTS)).containsExactly("shell,failed 2", "shell,succeeded 1");
        assertThat(story.of(STEP_RETRIES)).containsExactly("shell,EXIT_1 1", "shell,TIMEOUT 1");
        assertThat(story.of(STEP_ERRORS)).isEmpty();
        assertThat(story.of(STEP_ATTEMPT_ERRORS)).containsExactly("EXIT_1,command_failed 1", "TIMEOUT,timeout 1");
        assertThat(story.of(TIMEOUTS)).containsExactly("attempt 1");
        assertThat(story.of(STEP_TIMEOUTS)).containsExactly("shell 1");
        assertThat(story.of(RETRY_WAIT)).containsExactly("shell 2 80");
        assertThat(story.of(STEP_EXECUTION)).containsExactly("shell 1 7");
        assertThat(story.of(ATTEMPTS_UNTIL_SUCCESS)).containsExactly("shell 1 3");
        assertThat(Json.write(new Rates(story.figures(), Layer.STEP).ofKind("shell")))
                .isEqualTo("{\"first_attempts\":1,\"retries\":2,\"timeouts\":1,\"retry_rate\":2,"
                        + "\"mean_attempts_until_success\":3}");
    }

    @Test
    void anInterruptedAttemptRunsAgainUnderItsNumberAndCountsOnce() {
        var story = new Story()
                .tell(STARTED
                        + started(1)
                        + retry(1, "ERROR")
                        + started(2)
                        + RESUMED
                        + started(2)
                        + step("step_failed", "\"kind\":\"shell\",\"error\":SLOW,\"tolerated\":false," + effort(2)));

        assertThat(story.of(STEP_FIRST_ATTEMPTS)).containsExactly("shell 1");
        assertThat(story.of(STEP_ATTEMPTS)).containsExactly("shell,failed 2");
        assertThat(story.of(STEP_ERRORS)).containsExactly("TIMEOUT,timeout 1");
        assertThat(story.of(STEP_ATTEMPT_ERRORS)).containsExactly("EXIT_1,command_failed 1", "TIMEOUT,timeout 1");
    }

    @Test
    void aFallbackLeavesNoSuccessOfTheStepsOwnKind() {
        var after = """
                "after":{"step":"commands[0]","stage":"fallback","cycles":1,"round":0,"result":{"attempts":2},\
                "error":ERROR},""";
        var fallback = "\"step\":\"commands[0].on_failure[0]\",\"phase\":\"commands\",\"pass\":1,";
        var story = new Story()
                .tell(STARTED + started(1) + retry(1, "ERROR") + started(2)
                        + "step_started {" + fallback + after
                        + "\"attempt\":1,\"kind\":\"claude\",\"role\":\"fallback\",\"command\":\"c\"}\n"
                        + "step_completed {" + fallback + "\"status\":\"succeeded\"," + effort(1)
                        + ",\"captured\":{},\"commits\":[]}\n"
                        + step(
                                "step_completed",
                                "\"status\":\"recovered\"," + effort(2)
                                        + ",\"captured\":{},\"commits\":[],\"recovered_by\":\"fallback\""));

        assertThat(story.of(STEP_ATTEMPTS)).containsExactly("claude,succeeded 1", "shell,failed 2");
        assertThat(story.of(STEP_ATTEMPT_ERRORS)).containsExactly("EXIT_1,command_failed 2");
        assertThat(story.of(ATTEMPTS_UNTIL_SUCCESS)).containsExactly("claude 1 1");
    }

    @Test
    void aTimeLimitCountsWhereItPassedAndNotForTheStepAround() {
        var inner = "{\"code\":\"TIMEOUT\",\"category\":\"timeout\",\"message\":\"m\","
                + "\"node_id\":\"commands[0].do[0]\",\"timeout_ms\":5,\"timeout_scope\":\"attempt\"}";
        var failure = "\"error\":" + inner + ",\"tolerated\":false," + effort(1);
        var story = new Story()
                .tell(STARTED
                        + "step_failed {\"phase\":\"commands\",\"step\":\"commands[0].do[0]\",\"kind\":\"shell\","
                        + failure + "}\n" + step("step_failed", "\"kind\":\"foreach\"," + failure));
        assertThat(story.of(TIMEOUTS)).containsExactly("attempt 1");
        assertThat(story.of(STEP_TIMEOUTS)).containsExactly("shell 1");
    }

    @Test
    void aStepThatWasNotExecutedIsNoAttempt() {
        var story = new Story()
                .tell(STARTED
                        + step("step_failed", "\"kind\":\"shell\",\"error\":ERROR,\"tolerated\":true," + effort(0)));

        assertThat(story.of(STEP_ERRORS)).containsExactly("EXIT_1,command_failed 1");
        assertThat(story.of(STEP_ATTEMPTS)).isEmpty();
        assertThat(story.of(STEP_FIRST_ATTEMPTS)).isEmpty();
    }

    @Test
    void stepsInsideItemsAreToldByTheirFailuresAndByTheEndOfTheItem() {
        var inItem = "\"step\":\"map.agent_template[0]\",\"kind\":\"shell\",\"item_attempt\":1,\"attempt\":";
        var story = new Story()
                .tell(LOADED
                        + begun(1, 1)
                        + item(
                                1,
                                "retry_scheduled",
                                inItem + "1,\"layer\":\"step\",\"next_attempt\":2,\"max_attempts\":2,\"delay_ms\":5,"
                                        + "\"delay_source\":\"backoff\",\"error\":ERROR")
                        + begun(2, 1)
                        + item(2, "step_failed", inItem + "1,\"error\":SLOW,\"tolerated\":false," + effort(1))
                        + done(
                                1,
                                1,
                                ended("map.agent_template[0]", "shell", "succeeded", 2) + ","
                                        + ended("named", "claude", "succeeded", 1))
                        + failed(2, 1, false, "SLOW", ended("map.agent_template[0]", "shell", "failed", 1)));

        assertThat(story.of(STEP_FIRST_ATTEMPTS)).containsExactly("claude 1", "shell 2");
        assertThat(story.of(STEP_ATTEMPTS))
                .containsExactly("claude,succeeded 1", "shell,failed 2", "shell,succeeded 1");
        assertThat(story.of(STEP_RETRIES)).containsExactly("shell,EXIT_1 1");
        assertThat(story.of(TIMEOUTS)).containsExactly("attempt 1");
        assertThat(story.of(ATTEMPTS_UNTIL_SUCCESS)).containsExactly("claude 1 1", "item 1 1", "shell 1 2");
    }

    @Test
    void itemsThatFailAreRedrivenAndSkipped() {
        var retried = "\"attempt\":1,\"layer\":\"item\",\"next_attempt\":2,\"max_attempts\":2,\"delay_ms\":9,"
                + "\"delay_source\":\"backoff\",\"error\":ERROR";
        var story = new Story()
                .tell(LOADED + begun(1, 1) + failed(1, 1, false, "ERROR", "") + item(1, "retry_scheduled", retried)
                        + begun(1, 2) + letter(1, "dlq_item_added") + failed(1, 2, true, "ERROR", "")
                        + begun(2, 1) + failed(2, 1, true, "LATE", "")
                        + item(2, "item_skipped", "\"reason\":\"policy\"")
                        + begun(3, 1) + item(3, "agent_interrupted", "\"reason\":\"crash\"")
                        + "workflow_stopped {\"reason\":\"max_failures\",\"error\":ERROR,\"exit_code\":4,"
                        + "\"duration_ms\":9}\n" + RESUMED
                        + begun(3, 2) + done(3, 2, "")
                        + "dlq_retry_started {\"count\":1,\"max_parallel\":1,\"shaped\":false}\n"
                        + item(1, "item_requeued", "\"by\":\"dlq_retry\"") + begun(1, 3) + done(1, 3, "")
                        + item(1, "dlq_item_removed", "\"reason\":\"retried\"")
                        + "workflow_completed {\"status\":\"completed_with_failures\",\"exit_code\":3,"
                        + "\"duration_ms\":9,\"outputs\":{}}\n")
                .now(false);

        assertThat(story.of(ITEMS_ENDED)).containsExactly("w,failed 1", "w,skipped 1", "w,successful 2");
        assertThat(story.of(AGENT_FIRST_ATTEMPTS)).containsExactly("item 3");
        assertThat(story.of(AGENT_ATTEMPTS)).containsExactly("item,failed 3", "item,interrupted 1", "item,succeeded 2");
        assertThat(story.of(AGENT_RETRIES)).containsExactly("item,EXIT_1 1");
        assertThat(story.of(AGENT_ERRORS)).containsExactly("EXIT_1,command_failed 1", "TIMEOUT,timeout 1");
        assertThat(story.of(AGENT_TIMEOUTS)).containsExactly("item 1");
        assertThat(story.of(TIMEOUTS)).containsExactly("agent 1");
        assertThat(story.of(DLQ_CHANGES)).containsExactly("added 1", "removed 1");
        assertThat(story.of(DLQ_ITEMS)).containsExactly("w 0");
        assertThat(story.of(ITEMS)).contains("run-1,pending 1", "run-1,skipped 1", "run-1,successful 2");
        assertThat(story.of(RUNS)).containsExactly("w,mapreduce,completed_with_failures 1", "w,mapreduce,stopped 1");
        assertThat(story.of(RUN_DURATION)).containsExactly("w,mapreduce 2 23000");
        assertThat(story.of(JOURNAL_BYTES)).containsExactly("run-1 5");
    }

    @Test
    void whatIsUnderWayIsToldOfALiveRunAlone() {
        var journal = LOADED + begun(1, 1) + begun(2, 1) + done(2, 1, "");
        assertThat(new Story().tell(journal).now(true).of(ACTIVE_ATTEMPTS)).containsExactly("run-1 1");
        assertThat(new Story().tell(journal).now(false).of(ACTIVE_ATTEMPTS)).containsExactly("run-1 0");
        assertThat(new Story().tell(journal).now(false).of(ITEMS)).contains("run-1,pending 3", "run-1,running 0");

        assertThat(new Story().tell(STARTED + started(1)).now(true).of(ACTIVE_ATTEMPTS))
                .containsExactly("run-1 1");
        assertThat(new Story()
                        .tell(STARTED + started(1) + retry(1, "ERROR"))
                        .now(true)
                        .of(ACTIVE_ATTEMPTS))
                .containsExactly("run-1 0");
    }

    @Test
    void theRestIsCounted() {
        var story = new Story().tell(STARTED + """
                circuit_opened {"key":"api","scope":"step","failures":2,"until":"2026-01-31T12:00:30.000Z"}
                circuit_half_opened {"key":"api","scope":"step","permits":1}
                merge_completed {"commit":"c","target":"t"}
                merge_conflicted {"files":["f"],"resolution":"steps"}
                merge_skipped {"reason":"no_commits"}
                agent_usage {"step":"commands[1]","model":"m","input_tokens":5,"output_tokens":6,"cost_usd":0.25}
                agent_usage {"step":"commands[1]","model":"m","input_tokens":1,"cost_usd":0.5}
                agent_usage {"step":"commands[1]","cost_usd":null}
                workflow_timed_out {"timeout_ms":5,"exit_code":5,"duration_ms":9}
                """).now(false);

        assertThat(story.of(CIRCUIT_TRANSITIONS)).containsExactly("api,half_open 1", "api,open 1");
        assertThat(story.of(CIRCUIT_STATE)).containsExactly("run-1,api 1");
        assertThat(story.of(MERGES)).containsExactly("conflict 1", "merged 1", "skipped 1");
        assertThat(story.of(TOKENS)).containsExactly("m,input 6", "m,output 6");
        assertThat(story.of(COST)).containsExactly("m 0.75");
        assertThat(story.of(TIMEOUTS)).containsExactly("workflow 1");
        assertThat(story.of(RUNS)).containsExactly("w,mapreduce,timed_out 1");
    }

    @Test
    void moreThanFiftyCodesCollapse() {
        var story = new Story().tell(STARTED);
        for (int code = 1; code <= 60; code++) {
            story.tell(step(
                    "step_failed",
                    "\"kind\":\"shell\",\"error\":{\"code\":\"E_" + code
                            + "\",\"category\":\"unknown\",\"message\":\"m\"},\"tolerated\":true," + effort(1)));
        }
        assertThat(story.of(STEP_ERRORS)).hasSize(51).contains("_OTHER,unknown 10", "E_50,unknown 1");
    }

    @Test
    void whatItemsLeaveBehindIsForgotten() {
        var story = new Story()
                .tell(STARTED + "work_items_loaded {\"total\":100000,\"stages\":[],\"source\":\"s\",\"segments\":[]}");
        for (int item = 1; item <= 2000; item++) {
            story.tell(begun(1, item)
                    + item(
                            1,
                            "retry_scheduled",
                            "\"step\":\"map.agent_template[" + item
                                    + "]\",\"attempt\":1,\"kind\":\"shell\",\"layer\":\"step\",\"next_attempt\":2,"
                                    + "\"max_attempts\":2,\"delay_ms\":5,\"delay_source\":\"backoff\",\"error\":ERROR")
                    + failed(1, item, false, "ERROR", ""));
        }
        assertThat(story.now(true).of(ACTIVE_ATTEMPTS)).containsExactly("run-1 0");
        assertThat(story.openSteps()).isZero();
    }
}

package dev.prodigy.cli.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.engine.figures.Figures;
import dev.prodigy.engine.figures.Metric;
import dev.prodigy.engine.figures.RunFigures;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.EventTypes;
import dev.prodigy.model.event.Recorded;
import dev.prodigy.model.value.Value;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The text that Prometheus reads and the document that OpenTelemetry reads (spec 05 §8).
class FormatsTest {
    private static final Instant FROM = Instant.parse("2026-01-31T12:00:00Z");

    private final Figures figures = new Figures();

    @BeforeEach
    void tell() {
        var run = new RunFigures(figures);
        take(run, 1, "workflow_started", """
                {"workflow":"a \\"b\\" \\\\ c\\nd","workflow_hash":"h","mode":"standard","program":"p","pid":1,\
                "host":"h","path":"/","params":{},"input":{},"settings":{}}""");
        take(run, 2, "agent_usage", """
                {"step":"commands[0]","model":"m","input_tokens":9007199254740993,"cost_usd":0.10}""");
        take(run, 3, "workflow_completed", """
                {"status":"completed","exit_code":0,"duration_ms":30,"outputs":{}}""");
        run.conclude("workflow-x", false, 77);
    }

    private static void take(RunFigures run, long seq, String type, String body) {
        var fields = (Value.Fields) Json.parse(body);
        run.take(new Recorded(
                seq,
                FROM.plusSeconds(seq),
                Duration.ofMillis(seq * 10),
                "workflow-x",
                null,
                Context.read(fields),
                EventTypes.read(type, fields)));
    }

    @Test
    void prometheus() {
        var lines = new ArrayList<String>();
        new PrometheusText(lines::add).print(figures);

        var workflow = "workflow=\"a \\\"b\\\" \\\\ c\\nd\",mode=\"standard\"";
        assertThat(String.join("\n", lines)).isEqualTo("""
                # HELP prodigy_runs_total Ends of runs; a run that is resumed ends again
                # TYPE prodigy_runs_total counter
                prodigy_runs_total{WORKFLOW,status="completed"} 1
                # HELP prodigy_tokens_total Tokens that agents used
                # TYPE prodigy_tokens_total counter
                prodigy_tokens_total{model="m",direction="input"} 9007199254740993
                # HELP prodigy_cost_usd_total What agents cost, as far as it is known
                # TYPE prodigy_cost_usd_total counter
                prodigy_cost_usd_total{model="m"} 0.1
                # HELP prodigy_run_duration_ms Time with a process at work, to each end
                # TYPE prodigy_run_duration_ms histogram
                prodigy_run_duration_ms_bucket{WORKFLOW,le="5"} 0
                prodigy_run_duration_ms_bucket{WORKFLOW,le="10"} 0
                prodigy_run_duration_ms_bucket{WORKFLOW,le="25"} 0
                prodigy_run_duration_ms_bucket{WORKFLOW,le="50"} 1
                prodigy_run_duration_ms_bucket{WORKFLOW,le="100"} 1
                prodigy_run_duration_ms_bucket{WORKFLOW,le="250"} 1
                prodigy_run_duration_ms_bucket{WORKFLOW,le="500"} 1
                prodigy_run_duration_ms_bucket{WORKFLOW,le="1000"} 1
                prodigy_run_duration_ms_bucket{WORKFLOW,le="2500"} 1
                prodigy_run_duration_ms_bucket{WORKFLOW,le="5000"} 1
                prodigy_run_duration_ms_bucket{WORKFLOW,le="10000"} 1
                prodigy_run_duration_ms_bucket{WORKFLOW,le="30000"} 1
                prodigy_run_duration_ms_bucket{WORKFLOW,le="60000"} 1
                prodigy_run_duration_ms_bucket{WORKFLOW,le="300000"} 1
                prodigy_run_duration_ms_bucket{WORKFLOW,le="900000"} 1
                prodigy_run_duration_ms_bucket{WORKFLOW,le="3600000"} 1
                prodigy_run_duration_ms_bucket{WORKFLOW,le="21600000"} 1
                prodigy_run_duration_ms_bucket{WORKFLOW,le="+Inf"} 1
                prodigy_run_duration_ms_sum{WORKFLOW} 30
                prodigy_run_duration_ms_count{WORKFLOW} 1
                # HELP prodigy_active_attempts Attempts under way
                # TYPE prodigy_active_attempts gauge
                prodigy_active_attempts{run_id="workflow-x"} 0
                # HELP prodigy_journal_bytes Size of the journal's files
                # TYPE prodigy_journal_bytes gauge
                prodigy_journal_bytes{run_id="workflow-x"} 77""".replace("WORKFLOW", workflow));
    }

    @Test
    void openTelemetry() {
        var document = new OtlpJson(figures, FROM, FROM.plusMillis(3)).document();
        var scope = at(document, "resourceMetrics", "0", "scopeMetrics", "0");
        var attributes = """
                {"attributes":[{"key":"workflow","value":{"stringValue":"a \\"b\\" \\\\ c\\nd"}},\
                {"key":"mode","value":{"stringValue":"standard"}}""";
        var times = "\"startTimeUnixNano\":\"1769860800000000000\",\"timeUnixNano\":\"1769860800003000000\",";

        assertThat(at(document, "resourceMetrics", "0", "resource")).isEqualTo(Json.parse("""
                {"attributes":[{"key":"service.name","value":{"stringValue":"prodigy"}},
                {"key":"service.version","value":{"stringValue":"0.1.0"}}]}"""));
        assertThat(at(scope, "metrics", "0")).isEqualTo(Json.parse("""
                        {"name":"prodigy.runs","description":"Ends of runs; a run that is resumed ends again",
                        "sum":{"dataPoints":[%s,{"key":"status","value":{"stringValue":"completed"}}],%s"asInt":"1"}],
                        "aggregationTemporality":2,"isMonotonic":true}}""".formatted(attributes, times)));
        assertThat(at(scope, "metrics", "1", "sum", "dataPoints", "0", "asInt"))
                .isEqualTo(Value.of("9007199254740993"));
        assertThat(at(scope, "metrics", "2", "sum", "dataPoints", "0", "asDouble"))
                .hasToString(Json.parse("0.1").toString());
        assertThat(at(scope, "metrics", "3")).isEqualTo(Json.parse("""
                        {"name":"prodigy.run.duration","description":"Time with a process at work, to each end",
                        "unit":"ms","histogram":{"dataPoints":[%s],%s"count":"1","sum":30,
                        "bucketCounts":["0","0","0","1","0","0","0","0","0","0","0","0","0","0","0","0","0","0"],
                        "explicitBounds":[5,10,25,50,100,250,500,1000,2500,5000,10000,30000,60000,300000,900000,3600000,
                        21600000]}],"aggregationTemporality":2}}""".formatted(attributes, times)));
        assertThat(at(scope, "metrics", "5")).isEqualTo(Json.parse("""
                {"name":"prodigy.journal","description":"Size of the journal's files","unit":"By",
                "gauge":{"dataPoints":[{"attributes":[{"key":"run_id","value":{"stringValue":"workflow-x"}}],
                "timeUnixNano":"1769860800003000000","asInt":"77"}]}}"""));
    }

    private static Value at(Value from, String... path) {
        var value = from;
        for (var name : path) {
            value = switch (value) {
                case Value.Fields fields -> fields.members().get(name);
                case Value.Items(var items) -> items.get(Integer.parseInt(name));
                default -> throw new AssertionError(name);
            };
        }
        return value;
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            RUNS,                   prodigy.runs
            ITEMS,                  prodigy.items
            ITEMS_ENDED,            prodigy.items.total
            STEP_EXECUTION,         prodigy.step.execution
            RETRY_WAIT,             prodigy.retry.wait
            COST,                   prodigy.cost
            ATTEMPTS_UNTIL_SUCCESS, prodigy.attempts.until.success
            """)
    void namesOfOpenTelemetryHaveNoUnitsAndNoTotals(Metric metric, String name) {
        assertThat(OtlpJson.name(metric)).isEqualTo(name);
    }

    @Test
    void everyNameIsUniqueAndValid() {
        var names = Arrays.stream(Metric.values()).map(OtlpJson::name).toList();
        assertThat(new HashSet<>(names)).hasSameSizeAs(names);
        for (var metric : Metric.values()) {
            assertThat(metric.title()).matches("[a-z][a-z_]*");
            assertThat(metric.title().endsWith("_total")).isEqualTo(metric.kind() == Metric.Kind.COUNTER);
            assertThat(metric.labels()).allMatch(label -> label.matches("[a-z][a-z_]*"));
            assertThat(metric.help()).isNotBlank().doesNotContain("\n");
            assertThat(metric.kind().bounds()).isSorted();
        }
        assertThat(List.of(Metric.ATTEMPTS_UNTIL_SUCCESS.kind().bounds())).containsExactly(List.of(1L, 2L, 3L, 5L, 8L));
    }
}

package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.model.value.Value;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `prodigy metrics` (spec 05 §2.11, §8).
class MetricsTest {
    @TempDir
    Path temporary;

    private Desk desk;

    @BeforeEach
    void desk() throws IOException {
        desk = new Desk(temporary).with("PRODIGY_ISOLATION", "none");
        desk.file("items.yml", """
                name: many
                mode: mapreduce
                error_policy: {retry_config: {attempts: 2, initial_delay: 1ms}}
                map:
                  input: [1, 2, 3]
                  max_parallel: 2
                  agent_template:
                    - shell: 'test ${item} != 2 -o -e mended'
                      retry_config: {attempts: 2, initial_delay: 1ms}
                    - {workflow: child.yml, when: '${item} == 3'}
                """).file("child.yml", """
                name: child
                commands:
                  - shell: echo from the child
                """).file("flow.yml", """
                name: flow
                commands:
                  - shell: 'echo said once'
                """);
    }

    private List<String> samples(String name, String arguments) {
        var told = new ArrayList<String>();
        for (var line : desk.call("metrics " + arguments + " --prometheus")
                .out()
                .lines()
                .toList()) {
            if (line.startsWith("prodigy_" + name + "{")) {
                told.add(line.substring("prodigy_".length()));
            }
        }
        return told;
    }

    @Test
    void anExecutionFailedWithItsOwnErrorAndNotWithTheBreakerThatOpened() throws IOException {
        desk.file("breaker.yml", """
                name: breaker
                commands:
                  - shell: exit 1
                    retry: {attempts: 6, backoff: none}
                    circuit_breaker: {failure_threshold: 2, timeout: 1s}
                """);
        desk.call("run breaker.yml");
        assertThat(samples("step_attempt_errors_total", "last"))
                .singleElement()
                .asString()
                .contains("code=\"EXIT_1\"")
                .endsWith(" 2");
        assertThat(samples("step_errors_total", "last"))
                .singleElement()
                .asString()
                .contains("CIRCUIT_OPEN");
    }

    @Test
    void aRunsFiguresHoldThoseOfTheRunsThatItsStepsStarted() {
        assertThat(desk.call("run items.yml").exitCode()).isEqualTo(3);

        assertThat(samples("runs_total", "last"))
                .containsExactly(
                        "runs_total{workflow=\"child\",mode=\"standard\",status=\"completed\"} 1",
                        "runs_total{workflow=\"many\",mode=\"mapreduce\",status=\"completed_with_failures\"} 1");
        assertThat(samples("step_attempts_total", "last"))
                .containsExactly(
                        "step_attempts_total{action_kind=\"shell\",outcome=\"failed\"} 4",
                        "step_attempts_total{action_kind=\"shell\",outcome=\"succeeded\"} 3",
                        "step_attempts_total{action_kind=\"workflow\",outcome=\"succeeded\"} 1");
        assertThat(samples("journal_bytes", "last")).hasSize(1);

        var document = desk.call("metrics -o json");
        assertThat(document.at("runs.0.workflow")).isEqualTo("many");
        assertThat(document.at("runs.0.status")).isEqualTo("completed_with_failures");
        assertThat(document.json().get("called_runs")).isEqualTo(Value.of(1));
        var measured = desk.call("events last --type error_metrics -o json");
        assertThat(document.at("error_metrics.error_clusters")).isEqualTo(measured.at("events.0.error_clusters"));
        assertThat(document.at("rates.agent.retry_rate")).isEqualTo("0.3333");
        assertThat(document.out()).isEqualTo(desk.call("metrics --format json").out());
    }

    @Test
    void aRedriveIsAddedAndCountersOnlyGrow() throws IOException {
        desk.call("run items.yml");
        desk.file("mended", "");
        assertThat(desk.call("dlq retry last").exitCode()).isZero();

        assertThat(samples("items_total", ""))
                .containsExactly(
                        "items_total{workflow=\"many\",outcome=\"failed\"} 1",
                        "items_total{workflow=\"many\",outcome=\"successful\"} 3");
        assertThat(samples("runs_total", "").stream().filter(line -> line.contains("many")))
                .containsExactly(
                        "runs_total{workflow=\"many\",mode=\"mapreduce\",status=\"completed\"} 1",
                        "runs_total{workflow=\"many\",mode=\"mapreduce\",status=\"completed_with_failures\"} 1");
        assertThat(samples("dlq_items", "")).containsExactly("dlq_items{workflow=\"many\"} 0");
        assertThat(desk.call("metrics -o json").at("error_metrics.failed")).isEqualTo("0");
    }

    @Test
    void severalRunsAreAddedUpAndAStartedOneCountsOnce() {
        desk.call("run items.yml");
        var many = desk.call("runs show last -o json");
        var id = many.at("run_id");
        var child = many.at("children.0");
        desk.call("run flow.yml");
        desk.call("run items.yml");

        assertThat(samples("runs_total", id + " " + child + " last"))
                .containsExactly(
                        "runs_total{workflow=\"child\",mode=\"standard\",status=\"completed\"} 2",
                        "runs_total{workflow=\"many\",mode=\"mapreduce\",status=\"completed_with_failures\"} 2");
        var both = desk.call("metrics " + id + " last -o json");
        assertThat(both.at("error_metrics.failed")).isEqualTo("2");
        assertThat(both.at("error_metrics.error_clusters.0.items")).contains(id + "/item-002");
    }

    @Test
    void peopleReadThem() {
        desk.call("run items.yml");
        assertThat(desk.call("metrics").out())
                .contains("completed_with_failures: many", "with 1 run that its steps started")
                .contains(
                        "  shell  first attempts 5, retries 2, timeouts 0, retry rate 0.4, mean attempts until success 1")
                .contains("code=EXIT_1 category=command_failed  1");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            metrics                              | 2 | there is no run yet
            metrics nobody                       | 2 | no run is called `nobody`
            metrics --format csv                 | 2 | --format
            metrics --format otlp --prometheus   | 2 | exclude each other
            metrics --format prometheus -o json  | 2 | exclude each other
            """)
    void whatCannotBeTold(String line, int exitCode, String message) {
        var said = desk.call(line);
        assertThat(said.exitCode()).isEqualTo(exitCode);
        assertThat(said.out() + said.err()).contains(message);
    }

    @Test
    void stepsOfAnItemThatWereTooManyForItsLineCount() throws IOException {
        desk.file("long.yml", """
                mode: mapreduce
                map:
                  input: [1]
                  agent_template:
                %s
                """.formatted("    - {shell: 'exit 0'}\n".repeat(250)));
        assertThat(desk.call("run long.yml -q").exitCode()).isZero();

        assertThat(samples("step_attempts_total", "last"))
                .containsExactly("step_attempts_total{action_kind=\"shell\",outcome=\"succeeded\"} 250");
    }
}

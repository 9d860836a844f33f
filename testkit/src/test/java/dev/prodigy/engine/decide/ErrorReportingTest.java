package dev.prodigy.engine.decide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.lang.json.Json;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.KnownCode;
import dev.prodigy.model.event.RunEvent;
import dev.prodigy.model.policy.ErrorCollection;
import dev.prodigy.model.policy.FailureDisposition;
import dev.prodigy.model.value.Value;
import dev.prodigy.testkit.engine.ManualEngine;
import dev.prodigy.testkit.engine.Script;
import dev.prodigy.testkit.engine.Script.Attempt;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Spec 02 §4 (`error_collection`) and §9: when failed items are reported, and the figures at the end.
class ErrorReportingTest {
    private static List<Integer> counts(ManualEngine run) {
        return run.journal().stream()
                .map(each -> each.event() instanceof RunEvent.ErrorReport report ? report.count() : 0)
                .filter(count -> count > 0)
                .toList();
    }

    private static ErrorCollection collection(String strategy) {
        return switch (strategy) {
            case "immediate" -> new ErrorCollection.Immediate();
            case "aggregate" -> new ErrorCollection.Aggregate();
            default -> new ErrorCollection.Batched(Integer.parseInt(strategy));
        };
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            aggregate | 5 | 5
            immediate | 5 | 1, 1, 1, 1, 1
            2         | 5 | 2, 2, 1
            2         | 4 | 2, 2
            10        | 3 | 3
            aggregate | 0 | ''
            """)
    void failuresAreReportedAsAskedWhateverTheProcessSuffers(String strategy, int failures, String reports) {
        var plan =
                Plans.mapReduce().parallel(1).collecting(collection(strategy)).done();
        var script = new Script()
                .items(7)
                .attempts(start -> start.item() < failures ? Attempt.failing(Plans.exit(1)) : Attempt.good());
        var whole = new ManualEngine(plan, script).begin().play();
        var expected = reports.isEmpty()
                ? List.<Integer>of()
                : List.of(reports.split(", ", -1)).stream()
                        .map(Integer::valueOf)
                        .toList();
        assertThat(counts(whole)).isEqualTo(expected);
        for (int durable = 1; durable < whole.journal().size(); durable++) {
            var died =
                    new ManualEngine(plan, script).dyingAfter(durable).begin().play();
            assertThat(counts(died.afterwards().resume().play()))
                    .as("after %d", durable)
                    .isEqualTo(expected);
        }
    }

    @Test
    void theRestIsReportedWhenTheRunStops() {
        var plan = Plans.mapReduce()
                .parallel(1)
                .maxFailures(3)
                .collecting(new ErrorCollection.Batched(2))
                .done();
        var run = new ManualEngine(plan, new Script().items(9).attempts(_ -> Attempt.failing(Plans.exit(7))))
                .begin()
                .play();
        assertThat(counts(run)).containsExactly(2, 1);
        var types = run.journal().stream().map(each -> each.event().type()).toList();
        assertThat(types).containsSubsequence("policy_stopped", "error_report", "error_metrics", "workflow_stopped");
    }

    @Test
    void skippedItemsAreReportedToo() {
        var plan = Plans.mapReduce()
                .onItemFailure(new FailureDisposition.Skip())
                .collecting(new ErrorCollection.Immediate())
                .done();
        var run = new ManualEngine(plan, new Script().items(2).attempts(_ -> Attempt.failing(Plans.exit(7))))
                .begin()
                .play();
        assertThat(counts(run)).containsExactly(1, 1);
        assertThat(metrics(run)).containsEntry("skipped", Value.of(2)).containsEntry("failed", Value.of(0));
    }

    /// Spec 02 §6.1, 05 §2.7: what a person gave up is skipped for another reason than its failure.
    @Test
    void anItemThatAPersonSkippedAfterItHadFailedIsReportedAsNoFailure() {
        var script = new Script().items(3).attempts(start -> switch (start.item()) {
            case 0, 1 -> Attempt.failing(Plans.exit(7)).lasting(Duration.ZERO);
            default -> Attempt.good().lasting(Duration.ofMinutes(1));
        });
        var run = new ManualEngine(Plans.mapReduce().parallel(3).done(), script)
                .begin()
                .playUntil(Duration.ofSeconds(1));
        assertThat(run.state().items().counts().failed()).isEqualTo(2);

        run.send(Plans.skip(1)).play();

        assertThat(counts(run)).containsExactly(1);
        assertThat(metrics(run))
                .containsEntry("total_items", Value.of(2))
                .containsEntry("failed", Value.of(1))
                .containsEntry("skipped", Value.of(0));
        assertThat(Json.write(metrics(run).get("error_clusters"))).contains("\"items\":[\"item-001\"]");
        run.send(Plans.skip(0));
        assertThat(run.state().items().metrics().clusters()).isEmpty();
    }

    private static Map<String, Value> metrics(ManualEngine run) {
        return run.journal().stream()
                .filter(each -> each.event() instanceof RunEvent.ErrorMetrics)
                .reduce((_, last) -> last)
                .orElseThrow()
                .event()
                .body()
                .members();
    }

    private static Attempt failing(int item) {
        var error = item < 3
                ? ErrorRecord.of(KnownCode.TIMEOUT.row(), "timed out after " + item + "000ms")
                : ErrorRecord.of(KnownCode.NETWORK_ERROR.row(), "connection to /tmp/" + item + " refused");
        return Attempt.failing(error);
    }

    @Test
    void theFiguresAreThereWhenTheMapPhaseEnds() {
        var script = new Script().items(8).attempts(start -> start.item() < 5 ? failing(start.item()) : Attempt.good());
        var run = new ManualEngine(Plans.mapReduce().done(), script).begin().play();
        var metrics = metrics(run);
        assertThat(metrics.keySet())
                .containsExactly(
                        "total_items",
                        "successful",
                        "failed",
                        "skipped",
                        "failure_rate",
                        "error_types",
                        "failure_patterns",
                        "error_clusters");
        assertThat(Json.write(metrics.get("failure_rate"))).isEqualTo("0.625");
        assertThat(Json.write(metrics.get("error_types"))).isEqualTo("{\"timeout\":3,\"network\":2}");
        assertThat(Json.write(metrics.get("failure_patterns")))
                .isEqualTo("[{\"pattern_type\":\"timeout\",\"frequency\":3,"
                        + "\"items\":[\"item-001\",\"item-002\",\"item-003\"],"
                        + "\"suggested_action\":\"Consider increasing agent_timeout_secs in timeout_config\"}]");
        assertThat(((Value.Items) metrics.get("error_clusters")).values()).hasSize(2);
        var types = run.journal().stream().map(each -> each.event().type()).toList();
        assertThat(types.get(types.indexOf("error_metrics") + 1)).isEqualTo("phase_completed");
        assertThat(types).containsOnlyOnce("error_metrics");
    }

    @Test
    void aRedriveBringsNewFigures() {
        var broken = new boolean[] {true};
        var script = new Script()
                .items(4)
                .attempts(start -> broken[0] && start.item() < 2 ? failing(start.item()) : Attempt.good());
        var run = new ManualEngine(Plans.mapReduce().done(), script).begin().play();
        assertThat(metrics(run)).containsEntry("failed", Value.of(2));
        broken[0] = false;
        var again = run.afterwards().redrive(List.of(0, 1), false, 2).play();
        assertThat(metrics(again)).containsEntry("failed", Value.of(0)).containsEntry("successful", Value.of(4));
    }

    @Test
    void timesAddUpOverTheAttemptsOfAnItem() {
        var plan = Plans.mapReduce().retries(4, java.time.Duration.ofSeconds(2)).done();
        var run = new ManualEngine(plan, new Script().items(1).attempts(_ -> Attempt.failing(Plans.exit(1))))
                .begin()
                .play();
        var last = run.journal().stream()
                .filter(each -> each.event().type().equals("agent_failed"))
                .reduce((_, second) -> second)
                .orElseThrow()
                .event()
                .body()
                .members();
        assertThat(last).containsEntry("execution_ms", Value.of(4000)).containsEntry("retry_wait_ms", Value.of(6000));
    }
}

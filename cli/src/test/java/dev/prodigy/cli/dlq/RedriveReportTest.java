package dev.prodigy.cli.dlq;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.model.event.EndEvent;
import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.model.event.Outputs;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.run.RunResult;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What is told of a redrive that has ended (spec 05 §2.5).
class RedriveReportTest {
    private static final Value.Fields NOTHING = new FieldsWriter().done();

    /// The same command takes up what is still in the queue, and nothing else.
    @ParameterizedTest
    @CsvSource({
        "item-001, 1, 0, prodigy resume run-1",
        "item-001, 0, 0, ",
        "item-002, 0, 1, prodigy dlq retry run-1",
    })
    void theNextCommandIsAnotherRedriveOnlyWhereLettersAreLeft(
            String skipped, int pending, long remaining, String expected) {
        var outcomes = new RedriveOutcomes(Set.of("item-001"), null);
        outcomes.take(skipped, new ItemEvent.Skipped("by_user", "somebody"));
        var status = pending > 0 ? "completed_with_failures" : "completed";
        var items = new FieldsWriter().put("pending", pending).put("failed", 0).done();

        var report = new RedriveReport(
                outcomes,
                new EndEvent.Completed(status, 0, 0, items, Outputs.NONE),
                result(status, items),
                status,
                1,
                remaining,
                false,
                0);

        assertThat(report.hint()).isEqualTo(expected);
    }

    private static RunResult result(String status, Value items) {
        return new RunResult(
                "run-1",
                "flow",
                null,
                "mapreduce",
                status,
                0,
                Instant.EPOCH,
                Instant.EPOCH,
                Duration.ZERO,
                items,
                NOTHING,
                null,
                RunResult.Failures.NONE,
                new RunResult.Commits(null, null, null, null, false));
    }
}

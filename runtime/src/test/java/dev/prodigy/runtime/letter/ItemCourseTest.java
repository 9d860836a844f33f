package dev.prodigy.runtime.letter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.KnownCode;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.Event;
import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.model.event.LetterEvent;
import dev.prodigy.model.value.Value;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A dead letter as the events of its item tell it (spec 05 §7).
class ItemCourseTest {
    private static final Instant TIME = Instant.parse("2026-01-31T12:00:00.123Z");

    private final ItemCourse course = new ItemCourse("mapreduce-20260131T120000123-abc123", "item-001");

    @Test
    void whatARedriveHasExecutedCountsBeforeItsEnd() {
        executed(1);
        dead(1);
        executed(2);

        var letter = course.letter();

        assertThat(letter.facts().attemptCount()).isEqualTo(2);
        assertThat(letter.history()).hasSize(2);
    }

    @Test
    void anItemThatItsBreakerRefusedWasNotExecuted() {
        failed(0);
        dead(0);

        var letter = course.letter();

        assertThat(letter.facts().attemptCount()).isZero();
        var entry = letter.history().getFirst().toValue();
        assertThat(entry.get("started_at"))
                .isEqualTo(entry.get("failed_at"))
                .isEqualTo(Value.of("2026-01-31T12:00:00.123Z"));
    }

    private void executed(int attempt) {
        take(attempt, new ItemEvent.Started("key", null, null, null, "marker", null));
        failed(attempt);
    }

    private void failed(int attempt) {
        var error = ErrorRecord.of(KnownCode.CIRCUIT_OPEN.row(), "it failed");
        take(
                attempt,
                new ItemEvent.Failed(
                        "failed", true, error, "signature", null, attempt, 0, 0, 0, Value.Null.NULL, null, null, null));
    }

    private void dead(int attempts) {
        take(
                attempts,
                new LetterEvent.Added(
                        new LetterEvent.Facts(attempts, "signature", "reason", true, null, null, List.of())));
    }

    private void take(int attempt, Event event) {
        course.take(TIME, Context.item("item-001", attempt, "agent-1", "agent-1-item-001"), event);
    }
}

package dev.prodigy.runtime.letter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.model.error.ErrorJson;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.Evidence;
import dev.prodigy.model.error.KnownCode;
import dev.prodigy.model.error.Output;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.Event;
import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.model.event.LetterEvent;
import dev.prodigy.model.value.FieldsWriter;
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

    /// Spec 02 §7: a refusal is no attempt. What the last attempt left is still all that there is.
    @Test
    void aRefusalInARedriveKeepsWhatTheLastAttemptLeft() {
        executed(1);
        dead(1);
        failed(1);
        dead(1);

        var letter = course.letter();

        assertThat(letter.facts().attemptCount()).isEqualTo(1);
        assertThat(letter.facts().branch()).isEqualTo("prodigy-items/item-001");
        assertThat(letter.facts().salvageRef()).isEqualTo("refs/prodigy/salvage/item-001-1");
        assertThat(letter.facts().keptDirectory()).isEqualTo("/kept");
        assertThat(letter.history()).extracting(LetterAttempt::attempt).containsExactly(1, 0);
        var record = letter.toValue(Value.Null.NULL);
        assertThat(record.get("error_details")).isEqualTo(Value.of("what it said"));
        assertThat(record.get("error_type")).isEqualTo(Value.of("circuit_open"));
        assertThat(record.get("logs")).isEqualTo(Value.ofTexts(List.of("logs/00-shell.stderr")));
    }

    @Test
    void aLetterOfARefusalTakesOverWhatAnEarlierProcessKnew() {
        executed(1);
        var earlier = course.failures();
        var live = new ItemCourse("mapreduce-20260131T120000123-abc123", "item-001");
        refused(live, 1);

        var letter = live.letter();

        assertThat(letter.isWhole()).isFalse();
        assertThat(letter.after(earlier, null).history())
                .extracting(LetterAttempt::attempt)
                .containsExactly(1, 0);
        assertThat(letter.after(earlier, null).facts().branch()).isEqualTo("prodigy-items/item-001");
    }

    /// Spec 05 §7: interrupted executions do not count, the last of a crash loop neither.
    @Test
    void whatCrashesCutOffIsInTheHistoryAndDoesNotCount() {
        take(5, new ItemEvent.Started("key", null, null, null, "marker", null));
        dead(0);
        take(5, failure(ErrorRecord.of(KnownCode.CRASH_LOOP.row(), "in progress"), 0, null, null));

        assertThat(course.letter().facts().attemptCount()).isZero();
        assertThat(course.letter().history()).extracting(LetterAttempt::attempt).containsExactly(5);

        var earlier = course.failures();
        var redrive = new ItemCourse("mapreduce-20260131T120000123-abc123", "item-001");
        var context = Context.item("item-001", 6, "agent-1", "agent-1-item-001");
        redrive.take(TIME, context, new ItemEvent.Started("key", null, null, null, "marker", null));
        redrive.take(TIME, context, new LetterEvent.Updated(facts(1)));
        redrive.take(TIME, context, failure(error("EXIT_1"), 1, null, null));
        assertThat(redrive.letter().isWhole()).isFalse();
        assertThat(redrive.letter().after(earlier, null).history())
                .extracting(LetterAttempt::attempt)
                .containsExactly(5, 6);
    }

    @Test
    void aFailureThatALaterProcessMadeFinalIsOneAttempt() {
        executed(1);
        failed(1, "EXIT_7");

        assertThat(course.failures()).singleElement().satisfies(each -> {
            assertThat(each.attempt()).isEqualTo(1);
            assertThat(each.startedAt()).isEqualTo(TIME);
            assertThat(each.error().code()).isEqualTo("EXIT_7");
        });
    }

    /// Spec 03 §12: a skipped item has no letter and keeps what it left.
    @Test
    void anItemThatWasGivenUpWithoutALetterIsToldWithWhatItsLastAttemptLeft() {
        assertThat(course.givenUp()).isNull();
        executed(1);
        failed(1);

        var item = course.givenUp();

        assertThat(course.letter()).isNull();
        assertThat(item.itemId()).isEqualTo("item-001");
        assertThat(item.error().code()).isEqualTo("CIRCUIT_OPEN");
        assertThat(item.branch()).isEqualTo("prodigy-items/item-001");
        assertThat(item.salvageRef()).isEqualTo("refs/prodigy/salvage/item-001-1");
        assertThat(item.keptDirectory()).isEqualTo("/kept");
        assertThat(item.hasLogs()).isTrue();
    }

    private void executed(int attempt) {
        take(attempt, new ItemEvent.Started("key", null, null, null, "marker", null));
        var said = Output.of("what it said", "").in("logs/00-shell.stderr", List.of("logs/00-shell.stderr"));
        var error = ErrorRecord.of(KnownCode.UNKNOWN_ERROR.row(), "it failed", Evidence.NONE.withOutput(said));
        take(attempt, failure(error, attempt, "prodigy-items/item-001", "refs/prodigy/salvage/item-001-1"));
    }

    private void failed(int attempt) {
        failed(attempt, KnownCode.CIRCUIT_OPEN.name());
    }

    private void failed(int attempt, String code) {
        take(attempt, failure(error(code), attempt, null, null));
    }

    private static void refused(ItemCourse course, int attempt) {
        var context = Context.item("item-001", attempt, "agent-1", "agent-1-item-001");
        var facts = new LetterEvent.Facts(attempt, "signature", "reason", true, null, null, null, List.of());
        course.take(TIME, context, new LetterEvent.Updated(facts));
        course.take(TIME, context, failure(error(KnownCode.CIRCUIT_OPEN.name()), attempt, null, null));
    }

    private static ErrorRecord error(String code) {
        return ErrorJson.read(new FieldsWriter()
                .put("code", code)
                .put("category", code.equals("CIRCUIT_OPEN") ? "circuit_open" : "command_failed")
                .put("message", "it failed")
                .done());
    }

    private static ItemEvent.Failed failure(ErrorRecord error, int attempt, String branch, String salvage) {
        return new ItemEvent.Failed(
                "failed",
                true,
                error,
                "signature",
                null,
                attempt,
                0,
                0,
                0,
                Value.Null.NULL,
                branch,
                salvage,
                branch == null ? null : "/kept",
                null);
    }

    private void dead(int attempts) {
        take(attempts, new LetterEvent.Added(facts(attempts)));
    }

    private static LetterEvent.Facts facts(int attempts) {
        return new LetterEvent.Facts(attempts, "signature", "reason", true, null, null, null, List.of());
    }

    private void take(int attempt, Event event) {
        course.take(TIME, Context.item("item-001", attempt, "agent-1", "agent-1-item-001"), event);
    }
}

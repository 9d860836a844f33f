package dev.prodigy.cli.progress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.cli.output.Style;
import dev.prodigy.engine.quota.Quota;
import dev.prodigy.model.error.ErrorCode;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.ControlEvent;
import dev.prodigy.model.event.Event;
import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.model.event.QuotaEvent;
import dev.prodigy.model.event.Recorded;
import dev.prodigy.model.event.RunEvent;
import dev.prodigy.model.item.ItemId;
import dev.prodigy.model.value.Value;
import java.time.Duration;
import java.time.Instant;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TallyTest {
    private static final Value.Fields NOTHING = new Value.Fields(Map.of());
    private static final Instant START = Instant.parse("2026-01-31T12:00:00Z");

    private final Tally tally = new Tally();
    private Instant now = START;
    private long seq;

    @Test
    void thePaceOfFastItemsIsNotRoundedAway() {
        load(100_000);
        for (int item = 0; item < 4000; item++) {
            start(item);
            complete(item);
        }
        now = START.plusMillis(1000);
        assertThat(tally.remaining(now)).isEqualTo(Duration.ofSeconds(24));
    }

    @Test
    void theTimeWithoutAProcessIsNoPartOfThePace() {
        load(20);
        run(0, 4, Duration.ofSeconds(1));
        start(4);
        now = now.plus(Duration.ofDays(3));
        take(Context.RUN, new RunEvent.Resumed("resume", "interrupted", NOTHING, List.of(), 1, "h"));
        assertThat(tally.remaining(now)).isNull();
        assertThat(tally.counts()).isEqualTo(Map.of("ok", 4L, "pending", 16L));
        run(4, 8, Duration.ofSeconds(2));
        assertThat(tally.remaining(now)).isEqualTo(Duration.ofSeconds(24));
    }

    @Test
    void aPausedRunHasNoEndInSightAndThePauseIsNoPartOfThePace() {
        load(20);
        run(0, 4, Duration.ofSeconds(1));
        take(Context.RUN, new ControlEvent.Paused("a person"));
        take(Context.RUN, new ControlEvent.Paused(ControlEvent.CALLER));
        now = now.plus(Duration.ofDays(3));
        assertThat(tally.remaining(now)).isNull();
        take(Context.RUN, new ControlEvent.Continued(ControlEvent.CALLER));
        assertThat(tally.remaining(now)).isNull();
        take(Context.RUN, new ControlEvent.Continued("a person"));
        assertThat(tally.remaining(now)).isEqualTo(Duration.ofSeconds(16));
        take(Context.RUN, new QuotaEvent.Paused(null, "probe_interval", now));
        take(Context.RUN, new ControlEvent.Continued("a person"));
        now = now.plus(Duration.ofHours(5));
        assertThat(tally.remaining(now)).isNull();
        take(Context.RUN, new QuotaEvent.Resumed());
        assertThat(tally.remaining(now)).isEqualTo(Duration.ofSeconds(16));
    }

    @Test
    void anItemThatIsGivenUpOrPutBackIsCountedOnce() {
        load(3);
        complete(0);
        fail(1);
        skip(1, "person");
        assertThat(tally.counts()).isEqualTo(Map.of("ok", 1L, "skipped", 1L, "pending", 1L));
        take(item(1), new ItemEvent.Requeued("person", null));
        assertThat(tally.counts()).isEqualTo(Map.of("ok", 1L, "pending", 2L));
        skip(1, "person");
        skip(2, "person");
        assertThat(tally.counts()).isEqualTo(Map.of("ok", 1L, "skipped", 2L));
        assertThat(tally.ended()).isEqualTo(3);
    }

    @Test
    void whatEarlierProcessesDidIsCountedOnceToo() {
        tally.seed(4, 1, BitSet.valueOf(new long[] {0b0010}), BitSet.valueOf(new long[] {0b0100}));
        skip(1, "person");
        take(item(2), new ItemEvent.Requeued("resume", null));
        assertThat(tally.counts()).isEqualTo(Map.of("ok", 1L, "skipped", 1L, "pending", 2L));
    }

    /// Spec 02 §8.2: a resume while the reset lies ahead goes on waiting.
    @Test
    void aResumeInsideAPauseOfTheAgentsGoesOnWaiting() {
        var until = START.plusSeconds(600);
        tally.seed(new Quota.Paused(until, until, Duration.ofMinutes(10), 0, Duration.ZERO));
        load(20);
        now = START.plusSeconds(60);
        var resumed = take(Context.RUN, new RunEvent.Resumed("resume", "interrupted", NOTHING, List.of(), 1, "h"));
        run(0, 4, Duration.ofSeconds(1));

        assertThat(tally.remaining(now)).isNull();
        assertThat(new OutcomeLines(0, Style.PLAIN, new StepNames()).of(resumed, tally.quota()))
                .containsExactly("paused    the agent's usage limit is reached; next try at 2026-01-31T12:10:00.000Z");
        take(Context.RUN, new QuotaEvent.Resumed());
        assertThat(tally.remaining(now)).isNotNull();
    }

    @Test
    void fewItemsGiveNoGuess() {
        load(20);
        run(0, 2, Duration.ofSeconds(1));
        assertThat(tally.remaining(now)).isNull();
    }

    private void run(int from, int to, Duration each) {
        for (int item = from; item < to; item++) {
            start(item);
            now = now.plus(each);
            complete(item);
        }
    }

    private void load(int items) {
        take(Context.RUN, new ItemEvent.Loaded(items, NOTHING, "seq", List.of()));
    }

    private void start(int item) {
        take(item(item), new ItemEvent.Started("k", null, null, null, "m", null));
    }

    private void complete(int item) {
        take(item(item), new ItemEvent.Completed("success", 1, 1, 1, 0, List.of(), NOTHING, NOTHING, false));
    }

    private void fail(int item) {
        var error = ErrorRecord.of(ErrorCode.ofExit(1), "m");
        take(
                item(item),
                new ItemEvent.Failed(
                        "failed", true, error, "s", null, 1, 1, 1, 0, Value.Null.NULL, null, null, null, null));
    }

    private void skip(int item, String reason) {
        take(item(item), new ItemEvent.Skipped(reason, null));
    }

    private static Context item(int item) {
        return Context.item(ItemId.of(item), 1, "agent-1", null);
    }

    private Recorded take(Context context, Event event) {
        var recorded = new Recorded(++seq, now, Duration.ZERO, "run", null, context, event);
        tally.take(recorded);
        return recorded;
    }
}

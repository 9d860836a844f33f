package dev.prodigy.cli.runs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.lang.json.Json;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.Event;
import dev.prodigy.model.event.PhaseEvent;
import dev.prodigy.model.event.Recorded;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/// Spec 05 §2.6: the phases of `runs show`.
class RunHistoryTest {
    private static final Instant AT = Instant.parse("2026-01-31T12:00:01Z");

    private final RunHistory history = new RunHistory();

    private void take(Event event) {
        history.take(new Recorded(1, AT, Duration.ofSeconds(1), "run", null, Context.RUN, event));
    }

    /// A resume finds the commits in the target, where `worktree merge` has brought them.
    @Test
    void aPhaseThatIsToldOfAtItsEndBeganWhenItsDurationDid() {
        take(new PhaseEvent.PhaseCompleted("merge", 25, null, null, null, "no_consent"));
        assertThat(Json.write(history.phases(false))).doesNotContain("started_at");

        take(new PhaseEvent.PhaseCompleted("merge", 25, null, null, null, null));

        assertThat(Json.write(history.phases(false))).contains("\"started_at\":\"2026-01-31T12:00:00.975Z\"");
    }

    @Test
    void whatIsUnderWayWhenTheProcessIsGoneIsInterrupted() {
        take(new PhaseEvent.PhaseStarted("map", 3L));

        assertThat(Json.write(history.phases(true))).contains("running");
        assertThat(Json.write(history.phases(false))).contains("interrupted");
    }
}

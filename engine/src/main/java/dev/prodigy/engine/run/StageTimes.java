package dev.prodigy.engine.run;

import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.EndEvent;
import dev.prodigy.model.event.PhaseEvent;
import dev.prodigy.model.event.Recorded;
import dev.prodigy.model.event.RunEvent;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// For how long the stages of a run have been worked on, on the run clock: all processes' parts, and nothing that
/// another stage did between them (`duration_ms` of spec 05 §6). A fold over the journal.
public final class StageTimes {
    /// What earlier parts took, of the stages that began and are not done.
    private final Map<String, Duration> before = new HashMap<>();

    private Duration since = Duration.ZERO;

    /// The stage worked on since then, as far as an event has told.
    private @Nullable String current;

    /// No stage has begun.
    public StageTimes() {}

    /// Takes the next event.
    public void take(Recorded recorded) {
        var now = recorded.elapsed();
        switch (recorded.event()) {
            case PhaseEvent.PhaseStarted started -> begin(started.phase(), now);
            case PhaseEvent.PassStarted _ -> begin(pass(recorded.context()), now);
            case PhaseEvent.PhaseCompleted done -> complete(done.phase(), now);
            case PhaseEvent.PassCompleted done -> {
                leave(now);
                if (done.error() == null) {
                    before.remove(pass(recorded.context()));
                }
            }
            case PhaseEvent.PhaseFailed _, EndEvent _, RunEvent.Resumed _ -> leave(now);
            default -> notice(recorded.context());
        }
    }

    /// @param stage the name of the stage that is worked on at that moment
    /// @param now on the run clock
    /// @return how long it has been so far
    public Duration of(String stage, Duration now) {
        var part = current == null || current.equals(stage) ? now.minus(since) : Duration.ZERO;
        return before.getOrDefault(stage, Duration.ZERO).plus(part);
    }

    private void begin(String stage, Duration now) {
        before.put(stage, Duration.ZERO);
        current = stage;
        since = now;
    }

    private void complete(String stage, Duration now) {
        leave(now);
        before.remove(stage);
    }

    private void leave(Duration now) {
        if (current != null) {
            before.merge(current, now.minus(since), Duration::plus);
        }
        current = null;
        since = now;
    }

    /// A stage that an earlier process began goes on without another event of its own.
    private void notice(Context context) {
        if (current == null && context.phase() != null) {
            var stage = context.pass() == null ? context.phase() : pass(context);
            current = before.containsKey(stage) ? stage : null;
        }
    }

    private static String pass(Context context) {
        return "pass-" + context.pass();
    }
}

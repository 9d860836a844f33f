package dev.prodigy.runtime.run.replay;

import dev.prodigy.engine.run.Fold;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.Event;
import dev.prodigy.model.event.Recorded;
import dev.prodigy.runtime.event.EventCodec;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.journal.JournalWriter;
import dev.prodigy.runtime.run.request.RunRequest;
import java.time.InstantSource;
import java.util.List;

/// Journals what happens to a run that is not live.
public final class LateEvents {
    private final RunRequest.Host host;
    private final InstantSource clock;
    private final RunRef ref;
    private final RunState state;
    private final JournalWriter writer;

    /// @param state what the journal comes to; kept up to date
    public LateEvents(RunRequest.Host host, InstantSource clock, RunRef ref, RunState state, JournalWriter writer) {
        this.host = host;
        this.clock = clock;
        this.ref = ref;
        this.state = state;
        this.writer = writer;
    }

    /// @return what the journal comes to
    public RunState state() {
        return state;
    }

    /// Makes an event durable.
    ///
    /// @return what the journal has
    /// @throws dev.prodigy.runtime.home.StorageFailure when it cannot be written
    public Recorded add(Context context, Event event) {
        var recorded = new Recorded(
                state.seq() + 1, clock.instant(), state.elapsed(), ref.run().text(), null, context, event);
        Fold.apply(state, recorded);
        var redactor = host.settings().redactor(host.environment(), List.of());
        writer.commit(List.of(EventCodec.encode(recorded, redactor)));
        return recorded;
    }
}

package dev.prodigy.engine.run;

import dev.prodigy.model.event.EndEvent;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Whether persons hold a run's dispatch back, and for how long they have (spec 05 §2.7). Only the fold of the journal
/// changes it.
public final class Pause {
    private boolean byPerson;
    private boolean byCaller;
    private Duration before = Duration.ZERO;

    /// On the run clock; null while nobody holds anything back.
    private @Nullable Duration since;

    Pause() {}

    /// @return whether dispatch is paused, here or in the run whose step runs this one
    public boolean isOn() {
        return since != null;
    }

    /// @return whether a person paused this run itself
    public boolean isByPerson() {
        return byPerson;
    }

    /// @return whether the run whose step runs this one is paused
    public boolean isByCaller() {
        return byCaller;
    }

    /// @param end what ended the run since, or null where nothing did
    /// @return whether the pause holds for the next process too: a person asked for it here, and neither a
    ///     person nor the policy ended the run. The caller says anew whether it is paused
    public boolean outlasts(@Nullable EndEvent end) {
        return byPerson && (end == null || end instanceof EndEvent.Interrupted);
    }

    /// @param now on the run clock
    /// @return how long dispatch has been paused since the newest start or resume
    public Duration lasted(Duration now) {
        return since == null ? before : before.plus(now).minus(since);
    }

    /// @param caller whether it is the calling run's pause that reaches this one
    /// @param at on the run clock
    void begin(boolean caller, Duration at) {
        byCaller |= caller;
        byPerson |= !caller;
        if (since == null) {
            since = at;
        }
    }

    /// A person's word about this run goes before the caller's; the caller takes back its own alone.
    ///
    /// @param caller whether it is the calling run that goes on
    /// @param at on the run clock
    void end(boolean caller, Duration at) {
        byCaller = false;
        byPerson &= caller;
        if (!byPerson) {
            before = lasted(at);
            since = null;
        }
    }

    /// A process takes the run up; a calling run says anew whether it is paused.
    ///
    /// @param stays whether a person's pause holds for it
    /// @param at on the run clock
    void takenUp(boolean stays, Duration at) {
        byPerson = stays;
        byCaller = false;
        since = stays ? at : null;
        before = Duration.ZERO;
    }
}

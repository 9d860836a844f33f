package dev.prodigy.engine.quota;

import dev.prodigy.model.delay.RemainingWait;
import dev.prodigy.model.event.QuotaEvent;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Where a run is with the usage limit of its agents (spec 02 §8.2). Only the fold of the journal changes it.
public sealed interface Quota {
    /// No limit is known to be reached: agents may be called.
    record Free() implements Quota {}

    /// The limit was met.
    ///
    /// @param resetsAt when it ends, as far as a notice told; null: unknown
    /// @param until when the next probe is due
    /// @param length how long that was to last; a restart never waits longer
    /// @param probes made in this pause so far
    /// @param since when the pause began, on the run clock
    record Paused(@Nullable Instant resetsAt, Instant until, Duration length, int probes, Duration since)
            implements Quota {

        /// @return whether the next probe may be made
        public boolean isDue(Instant now) {
            return !now.isBefore(until);
        }
    }

    /// @param at when it was journaled
    /// @param elapsed the same on the run clock
    /// @return where the run is after an event
    default Quota after(QuotaEvent event, Instant at, Duration elapsed) {
        return switch (event) {
            case QuotaEvent.Paused(var resetsAt, var _, var until) -> {
                var length = Duration.between(at, until);
                yield this instanceof Paused(var _, var _, var _, int probes, var since)
                        ? new Paused(resetsAt, until, length, probes, since)
                        : new Paused(resetsAt, until, length, 0, elapsed);
            }
            case QuotaEvent.Probed _ ->
                this instanceof Paused(var resetsAt, var until, var length, int probes, var since)
                        ? new Paused(resetsAt, until, length, probes + 1, since)
                        : this;
            case QuotaEvent.Resumed _ -> new Free();
        };
    }

    /// A process takes the run up.
    ///
    /// @param approved a person took up a run that had stopped: the longest wait counts anew
    /// @return the same pause, never longer than it was to be, whatever the clock did meanwhile
    default Quota restored(Instant now, Duration elapsed, boolean approved) {
        return this instanceof Paused(var resetsAt, var until, var length, int probes, var since)
                ? new Paused(
                        resetsAt,
                        now.plus(RemainingWait.of(length, until, now)),
                        length,
                        probes,
                        approved ? elapsed : since)
                : this;
    }
}

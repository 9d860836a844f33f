package dev.prodigy.runtime.run;

import dev.prodigy.engine.run.Moment;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/// The two clocks of a run in this process: the wall clock, and the run clock that goes on from where an
/// earlier process left it. A clock that is set back never sets the run clock back.
public final class RunClock {
    private final InstantSource wall;
    private final java.util.function.LongSupplier nanos;
    private final Duration before;
    private final long started;

    /// @param before the run clock of earlier processes
    public RunClock(InstantSource wall, java.util.function.LongSupplier nanos, Duration before) {
        this.wall = wall;
        this.nanos = nanos;
        this.before = before;
        this.started = nanos.getAsLong();
    }

    /// A clock of this process.
    ///
    /// @param journaled when the last event was written, on the run clock
    /// @param marked what the clock of the process before showed last, as far as is known
    static RunClock after(InstantSource wall, Duration journaled, Duration marked) {
        return new RunClock(wall, System::nanoTime, marked.compareTo(journaled) > 0 ? marked : journaled);
    }

    /// @return both clocks now
    public Moment now() {
        return new Moment(wall.instant(), before.plusNanos(nanos.getAsLong() - started));
    }

    /// @return the wall clock now
    public Instant wall() {
        return wall.instant();
    }
}

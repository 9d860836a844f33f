package dev.prodigy.runtime.run;

import dev.prodigy.engine.run.Moment;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/// The two clocks of a run in this process: the wall clock, and the run clock that goes on from where an earlier
/// process
/// left it. A clock that is set back never sets the run clock back.
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

    /// @return both clocks now
    public Moment now() {
        return new Moment(wall.instant(), before.plusNanos(nanos.getAsLong() - started));
    }

    /// @return the wall clock now
    public Instant wall() {
        return wall.instant();
    }
}

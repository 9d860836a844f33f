package dev.prodigy.runtime.run.actor;

import dev.prodigy.engine.run.Moment;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// The two clocks of a run in this process: the wall clock, and the run clock that goes on from where an
/// earlier process left it. A clock that is set back never sets the run clock back. The run clock of this process goes
/// from its first look on, which is that of the first event: what a start takes before is no time of the run.
public final class RunClock {
    private final InstantSource wall;
    private final LongSupplier nanos;
    private final Duration before;
    private final AtomicReference<@Nullable Long> begun = new AtomicReference<>();

    /// @param before the run clock of earlier processes
    public RunClock(InstantSource wall, LongSupplier nanos, Duration before) {
        this.wall = wall;
        this.nanos = nanos;
        this.before = before;
    }

    /// A clock of this process.
    ///
    /// @param journaled when the last event was written, on the run clock
    /// @param marked what the clock of the process before showed last, as far as is known
    public static RunClock after(InstantSource wall, Duration journaled, Duration marked) {
        return new RunClock(wall, System::nanoTime, marked.compareTo(journaled) > 0 ? marked : journaled);
    }

    /// @return both clocks now
    public Moment now() {
        long at = nanos.getAsLong();
        var first = begun.compareAndExchange(null, at);
        return new Moment(wall.instant(), before.plusNanos(first == null ? 0 : Math.max(0, at - first)));
    }

    /// @return the wall clock now
    public Instant wall() {
        return wall.instant();
    }
}

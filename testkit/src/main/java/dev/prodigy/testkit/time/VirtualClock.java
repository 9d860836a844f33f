package dev.prodigy.testkit.time;

import dev.prodigy.engine.run.Moment;
import java.time.Duration;
import java.time.Instant;

/// A clock that stands still until it is moved. Both clocks of a run move together, unless {@link #setWall} moves the
/// wall clock alone.
public final class VirtualClock {
    /// When every virtual clock begins.
    public static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private Moment now = new Moment(START, Duration.ZERO);

    /// A clock at {@link #START}.
    public VirtualClock() {}

    /// @return the two clocks now
    public Moment now() {
        return now;
    }

    /// Lets time pass.
    public void advance(Duration by) {
        now = new Moment(now.now().plus(by), now.elapsed().plus(by));
    }

    /// Goes to a moment, back too: where work side by side is played one piece after the other.
    public void goTo(Moment moment) {
        now = moment;
    }

    /// Sets the wall clock alone, as people and time servers do, or as time without a running process does.
    public void setWall(Instant to) {
        now = new Moment(to, now.elapsed());
    }
}

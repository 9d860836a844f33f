package dev.prodigy.runtime.world;

import java.time.Duration;

/// How long steps of one working tree have waited for admission; those that stand there together count once.
final class ParkedTime {
    private Duration before = Duration.ZERO;
    private Duration since = Duration.ZERO;
    private int standing;

    /// One begins to stand there.
    ///
    /// @param now on the run clock
    synchronized void begin(Duration now) {
        if (standing++ == 0) {
            since = now;
        }
    }

    /// One goes on, or away.
    synchronized void end(Duration now) {
        if (--standing == 0) {
            before = before.plus(now).minus(since);
        }
    }

    /// @return all of it up to now
    synchronized Duration until(Duration now) {
        return standing == 0 ? before : before.plus(now).minus(since);
    }
}

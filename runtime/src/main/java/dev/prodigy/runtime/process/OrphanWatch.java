package dev.prodigy.runtime.process;

import dev.prodigy.runtime.process.kernel.Orphans;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/// Takes the status of dead orphans while executions run: a step whose daemons come and go would fill the
/// kernel's table with them.
final class OrphanWatch {
    /// Unlike the delay of a {@link Sweep}, so that a look at the timers tells which of the two is set.
    private static final Duration EVERY = Duration.ofMillis(600);

    private final Timers timers;
    private final BooleanSupplier wanted;
    private final AtomicBoolean watching = new AtomicBoolean();

    /// @param wanted whether something runs
    OrphanWatch(Timers timers, BooleanSupplier wanted) {
        this.timers = timers;
        this.wanted = wanted;
    }

    /// Something runs from now on.
    void watch() {
        if (Orphans.come() && watching.compareAndSet(false, true)) {
            again();
        }
    }

    private void again() {
        timers.after(EVERY, () -> Thread.ofVirtual().name("prodigy-orphans").start(this::look));
    }

    private void look() {
        Orphans.adopted();
        if (wanted.getAsBoolean()) {
            again();
        } else {
            watching.set(false);
        }
    }
}

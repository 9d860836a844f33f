package dev.prodigy.runtime.time;

import java.time.Duration;

/// How the calling thread lets time pass. Tests give one that returns at once.
@FunctionalInterface
public interface Waiter {
    /// Sleeps on the machine's clock.
    Waiter SLEEPING = Thread::sleep;

    /// @throws InterruptedException when the thread was interrupted meanwhile
    void await(Duration pause) throws InterruptedException;
}

package dev.prodigy.runtime.time;

import java.time.InstantSource;

/// The time by which a program goes.
///
/// @param clock what o'clock it is
/// @param waiter how a thread lets time pass
public record Time(InstantSource clock, Waiter waiter) {
    /// The machine's.
    public static final Time OF_MACHINE = new Time(InstantSource.system(), Waiter.SLEEPING);
}

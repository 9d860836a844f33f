package dev.prodigy.runtime.process;

/// Why an execution ended. Whatever it is but {@link #EXITED}, we ended it, and its exit says nothing.
public enum Cause {
    /// Its main process came to its end before any limit.
    EXITED,
    /// The attempt limit passed; also when the process exited at that moment (spec 02 §10).
    TIMED_OUT,
    /// The idle limit passed.
    STALLED,
    /// Someone called {@link RunningProcess#end} or {@link RunningProcess#kill}.
    STOPPED
}

package dev.prodigy.engine.run;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// What a run says to the runs that its steps call: whether they may start things, and how long they may take
/// (spec 02 §10, 05 §2.7).
///
/// @param paused a person paused the caller, or whoever called it
/// @param left until the nearest deadline of a calling run passes, negative when it has; null for none. While it is
///     paused that stays what it is
public record CallersWord(boolean paused, @Nullable Duration left) {
    /// Nothing holds a run back.
    public static final CallersWord FREE = new CallersWord(false, null);
}

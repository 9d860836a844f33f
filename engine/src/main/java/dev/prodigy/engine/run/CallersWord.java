package dev.prodigy.engine.run;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// What a run says to the runs that its steps call: whether they may start things, and how long they may take
/// (spec 02 §10, 03 §8, 05 §2.7).
///
/// @param paused a person paused the caller, or whoever called it
/// @param draining nothing new starts any more in the caller; what its steps call ends when what runs has ended
/// @param left until the nearest deadline of a calling run passes, negative when it has; null for none. While it is
///     paused that stays what it is
public record CallersWord(
        boolean paused, boolean draining, @Nullable Duration left) {
    /// Nothing holds a run back.
    public static final CallersWord FREE = new CallersWord(false, false, null);

    /// @return what of it holds for a run that an item's attempt calls: in a drain that attempt comes to its end
    public CallersWord inItem() {
        return new CallersWord(paused, false, left);
    }
}

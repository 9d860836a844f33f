package dev.prodigy.runtime.world;

import dev.prodigy.engine.world.Cut;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/// The waits of steps between two attempts, which end early where no further attempt is to be made: the run is drained,
/// or its policy has stopped it (spec 02 §6.4, 05 §2.7).
public final class RetryWaits {
    private final CompletableFuture<Void> endedInItems = new CompletableFuture<>();
    private final CompletableFuture<Void> endedInLists = new CompletableFuture<>();

    /// Every wait lasts as long as it is.
    public RetryWaits() {}

    /// Ends those under way, and all that would begin later.
    ///
    /// @param ofLists of steps outside of items too
    public void end(boolean ofLists) {
        endedInItems.complete(null);
        if (ofLists) {
            endedInLists.complete(null);
        }
    }

    /// Waits.
    ///
    /// @param ofList whether the step stands outside of items
    /// @throws Cut as soon as the wait, or the work, is being ended
    void pause(Duration duration, Halt halt, boolean ofList) throws Cut {
        halt.pause(duration, ofList ? endedInLists : endedInItems);
    }
}

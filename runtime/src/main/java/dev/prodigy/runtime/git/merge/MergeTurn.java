package dev.prodigy.runtime.git.merge;

import dev.prodigy.runtime.home.Owner;
import dev.prodigy.runtime.home.OwnerLock;
import dev.prodigy.runtime.home.StorageFailure;
import dev.prodigy.runtime.time.Waiter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A run's turn in the merges into the user's branches, of which one at a time is made in a repository (spec 03 §11).
///
/// @param lock file that all processes share that merge into the repository, in an existing folder
/// @param self this process, with the run
/// @param waiting hears once who has the turn, in words, when that takes a while
public record MergeTurn(Path lock, Owner self, Consumer<String> waiting) {
    private static final Duration POLL = Duration.ofMillis(50);
    /// So many times nobody is told.
    private static final int PATIENCE = 20;

    /// @param variables that this process was started with
    /// @return whether a hook of the merge that has the turn has started this process, and waits for it
    boolean isOfACaller(Map<String, String> variables) {
        return lock.toString().equals(variables.get(CheckoutMerge.TURN))
                && OwnerLock.holder(lock).isPresent();
    }

    /// @return the lock, or null when the thread was interrupted, which stays set
    @Nullable
    OwnerLock await(Waiter waiter) {
        for (int polls = 0; !Thread.currentThread().isInterrupted(); polls++) {
            switch (tryTake()) {
                case OwnerLock.Attempt.Taken(var taken) -> {
                    return taken;
                }
                case OwnerLock.Attempt.Busy(var owner) -> {
                    if (polls == PATIENCE) {
                        waiting.accept(words(owner));
                    }
                    pause(waiter);
                }
                case null -> {}
            }
        }
        return null;
    }

    /// An interrupt closes the file, and gives the lock up with it.
    ///
    /// @return null when the thread was interrupted meanwhile
    private OwnerLock.@Nullable Attempt tryTake() {
        try {
            var attempt = OwnerLock.tryTake(lock, self);
            if (!Thread.currentThread().isInterrupted()) {
                return attempt;
            }
            if (attempt instanceof OwnerLock.Attempt.Taken(var taken)) {
                taken.close();
            }
            return null;
        } catch (StorageFailure e) {
            if (Thread.currentThread().isInterrupted()) {
                return null;
            }
            throw e;
        }
    }

    private static void pause(Waiter waiter) {
        try {
            waiter.await(POLL);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// Waits without looking at interrupts, which are kept.
    OwnerLock awaitDeafly(Waiter waiter) {
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                var taken = await(waiter);
                if (taken != null) {
                    return taken;
                }
                interrupted |= Thread.interrupted();
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static String words(Optional<Owner> owner) {
        return "the merge waits for another one into this repository, "
                + owner.map(who -> (who.run() == null ? "" : "that of " + who.run() + " ") + "in process " + who.pid()
                                + " on " + who.host() + " since " + who.startedAt())
                        .orElse("in another process");
    }
}

package dev.prodigy.runtime.run.merge;

import dev.prodigy.runtime.world.Halt;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// Ends a merge into the user's checkout with its run: git and the hooks may finish within the grace, then
/// they are ended, and the one who merges puts the checkout back (spec 03 §8). When the limit of the phase passes they
/// are ended at once (spec 02 §10). A merge that waits for its turn waits no longer.
final class MergeStop implements Halt.Work, AutoCloseable {
    private static final Duration AGAIN = Duration.ofMillis(50);

    private final MarkedMerge processes;
    private final Duration grace;
    private final Thread merging = Thread.currentThread();
    private final CompletableFuture<Void> over = new CompletableFuture<>();
    private final Halt.Charge charge;
    private volatile boolean begun;
    private volatile boolean late;

    /// To be made by the thread that merges.
    ///
    /// @param left of the phase's limit, or null for no limit
    MergeStop(Halt halt, MarkedMerge processes, Duration grace, @Nullable Duration left) {
        this.processes = processes;
        this.grace = grace;
        this.charge = halt.of(this);
        if (left != null) {
            Thread.ofVirtual().start(() -> limit(left));
        }
    }

    /// @return whether the limit of the phase passed before the merge was over
    boolean isLate() {
        return late;
    }

    /// @return whether git was kept from its work because the limit had passed
    boolean isTooLateToBegin() {
        return late && !begun;
    }

    /// From now on git is at work.
    synchronized void begun() {
        begun = true;
    }

    @Override
    public void end(boolean immediately) {
        if (!begun) {
            merging.interrupt();
        } else if (immediately) {
            Thread.ofVirtual().start(() -> endUntilOver(Duration.ZERO, processes::kill));
        } else {
            Thread.ofVirtual().start(() -> endUntilOver(grace, processes::end));
        }
    }

    /// An interrupt by the limit is for the merge alone.
    @Override
    public synchronized void close() {
        charge.close();
        over.complete(null);
        if (late) {
            Thread.interrupted();
        }
    }

    private void limit(Duration left) {
        if (!isOverWithin(left) && isCutOff()) {
            endUntilOver(Duration.ZERO, processes::end);
        }
    }

    /// @return whether git is at work
    private synchronized boolean isCutOff() {
        if (over.isDone()) {
            return false;
        }
        late = true;
        if (!begun) {
            merging.interrupt();
        }
        return begun;
    }

    /// Again and again: git may be only about to start.
    private void endUntilOver(Duration patience, Runnable ending) {
        for (var left = patience; !isOverWithin(left); left = AGAIN) {
            ending.run();
        }
    }

    private boolean isOverWithin(Duration time) {
        try {
            over.get(time.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }
}

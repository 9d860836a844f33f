package dev.prodigy.runtime.workspace;

import dev.prodigy.engine.world.Cut;
import dev.prodigy.runtime.world.Halt;
import java.util.Comparator;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

/// The order in which attempts that were admitted ask for their places: retries before new items, else as
/// they were admitted (spec 03 §6). Where there are fewer slots than attempts, who came later would
/// otherwise pass those that wait. Safe for concurrent use.
public final class PlaceQueue {
    private final TreeSet<Turn> waiting =
            new TreeSet<>(Comparator.comparing((Turn turn) -> turn.isNew).thenComparingLong(turn -> turn.number));
    private long admitted;

    /// Nobody waits yet.
    public PlaceQueue() {}

    /// Queues an attempt. To be called in the order in which they are admitted, and to be closed in any case:
    /// until then nobody behind it gets a place.
    ///
    /// @param isNew whether it is its item's first attempt
    public synchronized Turn join(boolean isNew) {
        var turn = new Turn(isNew, admitted++);
        waiting.add(turn);
        callFirst();
        return turn;
    }

    private synchronized void leave(Turn turn) {
        if (waiting.remove(turn)) {
            callFirst();
        }
    }

    /// Who was called once stays called: a retry that comes then is the next.
    private void callFirst() {
        if (!waiting.isEmpty()) {
            waiting.first().called.complete(null);
        }
    }

    /// An attempt's turn to ask for a place.
    public final class Turn implements AutoCloseable {
        private final boolean isNew;
        private final long number;
        private final CompletableFuture<Void> called = new CompletableFuture<>();

        private Turn(boolean isNew, long number) {
            this.isNew = isNew;
            this.number = number;
        }

        /// Waits until all before it have places.
        ///
        /// @throws Cut as soon as the work is being ended
        void await(Halt halt) throws Cut {
            halt.await(called);
        }

        /// It has its place, or needs none: the next may ask. May be called again.
        @Override
        public void close() {
            leave(this);
        }
    }
}

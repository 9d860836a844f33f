package dev.prodigy.runtime.world;

import dev.prodigy.engine.world.Cut;
import java.util.concurrent.Semaphore;

/// Who may work in one working tree: many at once, or one alone. While a run in it merges items into the
/// branch that is checked out there, nothing else begins: two movers of one branch would undo each other
/// (spec 04 §5.8).
public final class Turns {
    private static final int ALL = 1 << 20;

    private final Semaphore places = new Semaphore(ALL, true);

    /// Nobody works there yet.
    public Turns() {}

    /// Waits for a turn, to be given back by closing it.
    ///
    /// @param alone whether nothing else may work meanwhile
    /// @param halt ends what asks for it
    /// @throws Cut when that is ending
    Turn take(boolean alone, Halt halt) throws Cut {
        int taken = alone ? ALL : 1;
        // whoever has a turn gives it back soon when the run ends
        places.acquireUninterruptibly(taken);
        try {
            halt.check();
            return () -> places.release(taken);
        } catch (Cut e) {
            places.release(taken);
            throw e;
        }
    }

    /// A turn.
    @FunctionalInterface
    interface Turn extends AutoCloseable {
        @Override
        void close();
    }
}

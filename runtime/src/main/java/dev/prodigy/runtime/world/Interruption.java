package dev.prodigy.runtime.world;

/// Interrupts a thread as long as it does one piece of work, and never later.
final class Interruption implements AutoCloseable {
    private final Thread worker;
    private boolean over;

    /// @param worker the thread that closes this
    Interruption(Thread worker) {
        this.worker = worker;
    }

    synchronized void interrupt() {
        if (!over) {
            worker.interrupt();
        }
    }

    /// The work has ended; what interrupted it does not concern what follows.
    @Override
    public synchronized void close() {
        over = true;
        Thread.interrupted();
    }
}

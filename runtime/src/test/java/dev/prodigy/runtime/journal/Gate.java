package dev.prodigy.runtime.journal;

import java.util.concurrent.CountDownLatch;

/// Holds calls back until a test has done what it wants to do meanwhile.
final class Gate {
    private final CountDownLatch arrived = new CountDownLatch(1);
    private final CountDownLatch opened = new CountDownLatch(1);

    void pass() {
        arrived.countDown();
        try {
            opened.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    void awaitArrival() throws InterruptedException {
        arrived.await();
    }

    void open() {
        opened.countDown();
    }
}

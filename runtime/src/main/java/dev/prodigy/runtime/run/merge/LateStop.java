package dev.prodigy.runtime.run.merge;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// While a merge is made that belongs to no live run: when the program is asked to end, git and the hooks are ended,
/// and the program waits for the checkout to be put back.
final class LateStop implements AutoCloseable {
    private static final long PATIENCE_MS = 1500;

    private final CountDownLatch over = new CountDownLatch(1);
    private final Thread atExit;

    LateStop(MarkedMerge processes) {
        atExit = Thread.ofPlatform().name("prodigy-merge-stop").unstarted(() -> stop(processes));
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    @Override
    public void close() {
        over.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException e) {
            // The program is ending already, and waits for nothing else.
        }
    }

    private void stop(MarkedMerge processes) {
        processes.end();
        try {
            if (!over.await(PATIENCE_MS, TimeUnit.MILLISECONDS)) {
                processes.kill();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

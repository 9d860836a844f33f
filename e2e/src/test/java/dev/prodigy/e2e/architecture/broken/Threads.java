package dev.prodigy.e2e.architecture.broken;

import java.util.Timer;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.locks.Lock;

/// Lets things happen side by side.
public final class Threads {
    private Threads() {}

    record OfThread(Thread thread) {}

    record OfExecutor(ExecutorService executor) {}

    record OfLock(Lock lock) {}

    record OfTimer(Timer timer) {}
}

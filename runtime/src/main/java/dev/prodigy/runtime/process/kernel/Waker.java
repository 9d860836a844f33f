package dev.prodigy.runtime.process.kernel;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/// Wakes programs of prodigy's own that somebody has stopped (SIGSTOP), within two seconds: nobody else would, and
/// prodigy would wait for them for ever.
final class Waker {
    private static final long BETWEEN_LOOKS = 1_000_000_000;
    private static final AtomicBoolean WATCHING = new AtomicBoolean();

    private Waker() {}

    /// A program has been started.
    static void watch() {
        if (WATCHING.compareAndSet(false, true)) {
            Thread.ofPlatform().daemon().name("prodigy-waker").start(Waker::look);
        }
    }

    /// One that is stopped with us, by Ctrl-Z, goes on with us: only who sleeps through two looks is woken.
    private static void look() {
        var asleep = Set.<Integer>of();
        while (true) {
            LockSupport.parkNanos(BETWEEN_LOOKS);
            var programs = OwnProcesses.programs();
            if (programs.isEmpty()) {
                break;
            }
            var now = new HashSet<Integer>();
            for (int pid : programs) {
                if (isStopped(pid)) {
                    now.add(pid);
                }
            }
            now.stream().filter(asleep::contains).forEach(Signals::wake);
            asleep = now;
        }
        WATCHING.set(false);
        if (!OwnProcesses.programs().isEmpty()) {
            watch();
        }
    }

    private static boolean isStopped(int pid) {
        return ProcStat.read(pid).filter(stat -> stat.state() == 'T').isPresent();
    }
}

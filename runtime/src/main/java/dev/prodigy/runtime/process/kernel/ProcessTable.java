package dev.prodigy.runtime.process.kernel;

import java.io.File;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The processes that live now, read from `/proc`.
public final class ProcessTable {
    private static final File PROC = new File("/proc");
    private static final int MOST_LOOKS = 20;

    private final ReentrantLock scanning = new ReentrantLock();
    private final AtomicReference<@Nullable CompletableFuture<List<ProcessEntry>>> next = new AtomicReference<>();

    /// Looks at all processes. Those who ask while a scan is under way share the one after it: a hundred steps
    /// that end together cost two scans.
    ///
    /// @return all living processes but the kernel's own, from a scan that began after this call
    public List<ProcessEntry> fresh() {
        var mine = new CompletableFuture<List<ProcessEntry>>();
        var shared = next.compareAndExchange(null, mine);
        if (shared != null) {
            return shared.join();
        }
        scanning.lock();
        try {
            next.set(null);
            mine.complete(scan());
        } catch (RuntimeException | Error e) {
            mine.completeExceptionally(e);
        } finally {
            scanning.unlock();
        }
        return mine.join();
    }

    /// Looks again for those that were born meanwhile, until there are none: a process that forks and goes
    /// between two lines of the table would hide its child.
    private static List<ProcessEntry> scan() {
        var living = new ArrayList<ProcessEntry>();
        var seen = new HashSet<String>();
        boolean more = true;
        for (int look = 0; more && look < MOST_LOOKS; look++) {
            more = false;
            for (var name : Objects.requireNonNull(PROC.list(), "/proc is not mounted")) {
                if (Character.isDigit(name.charAt(0)) && seen.add(name)) {
                    more = true;
                    read(Integer.parseInt(name)).ifPresent(living::add);
                }
            }
        }
        return living;
    }

    /// @return the process, or nothing when it is dead, waiting to be reaped, or a thread of the kernel
    public static Optional<ProcessEntry> read(int pid) {
        return ProcStat.read(pid)
                .filter(stat -> stat.group() != 0 && !stat.isDead())
                .map(stat -> new ProcessEntry(
                        pid,
                        stat.parent(),
                        stat.group(),
                        stat.session(),
                        stat.startTime(),
                        stat.name(),
                        Marker.of(pid, stat)));
    }
}

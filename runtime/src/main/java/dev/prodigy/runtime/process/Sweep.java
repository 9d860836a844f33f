package dev.prodigy.runtime.process;

import dev.prodigy.runtime.process.kernel.ProcessEntry;
import dev.prodigy.runtime.process.kernel.ProcessTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/// Finds the processes that had left their group before their execution ended. One look at the process table
/// serves all executions that ended in half a second, since looking after each would cost more than running it.
final class Sweep {
    /// Leaves as much again of the second that spec 03 §13 allows.
    private static final Duration DELAY = Duration.ofMillis(500);

    private final ProcessTable table;
    private final ProcessEnding ending;
    private final Strays strays;
    private final Timers timers;
    private List<Due> due = new ArrayList<>();
    private LateLeaks lastToHear = _ -> {};
    private CompletableFuture<Void> underWay = CompletableFuture.completedFuture(null);
    private boolean closed;

    Sweep(ProcessTable table, ProcessEnding ending, Strays strays, Timers timers) {
        this.table = table;
        this.ending = ending;
        this.strays = strays;
        this.timers = timers;
    }

    private record Due(RunningProcess process, Duration grace, LateLeaks leaked) {}

    /// Has what this execution, which is over, left behind ended within a second plus grace.
    ///
    /// @param leaked hears of them, if there were any
    void later(RunningProcess process, Duration grace, LateLeaks leaked) {
        synchronized (this) {
            due.add(new Due(process, grace, leaked));
            lastToHear = leaked;
            if (due.size() > 1) {
                return;
            }
        }
        timers.after(DELAY, () -> Thread.ofVirtual().name("prodigy-sweep").start(this::now));
    }

    /// Sweeps all that is due, and returns when nothing is left of it, nor of what was due before.
    void now() {
        take(false);
    }

    /// Sweeps for the last time: what comes of its own later finds nothing to do.
    void close() {
        take(true);
    }

    private void take(boolean last) {
        var done = new CompletableFuture<Void>();
        List<Due> all;
        CompletableFuture<Void> earlier;
        LateLeaks hears;
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = last;
            all = due;
            due = new ArrayList<>();
            hears = lastToHear;
            earlier = underWay;
            underWay = CompletableFuture.allOf(earlier, done);
        }
        try {
            sweep(all);
            if (strays.mayBe()) {
                var grace = all.isEmpty()
                        ? ExecutionLimits.DEFAULT_GRACE
                        : all.getFirst().grace();
                tell(ending.end(Target.strays(strays), grace), hears::strayed);
            }
        } finally {
            all.forEach(each -> strays.searched(each.process()));
            done.complete(null);
        }
        earlier.join();
    }

    private void sweep(List<Due> all) {
        if (all.isEmpty()) {
            return;
        }
        var found = new HashSet<String>();
        table.fresh().forEach(process -> found.addAll(process.marks()));
        var endings = new ArrayList<CompletableFuture<Void>>();
        for (var each : all) {
            if (found.contains(each.process().mark())) {
                endings.add(CompletableFuture.runAsync(() -> end(each), Thread.ofVirtual()::start));
            }
        }
        endings.forEach(CompletableFuture::join);
    }

    private void end(Due due) {
        var mark = due.process().mark();
        tell(ending.end(Target.marked(mark::equals), due.grace()), due.leaked()::left);
    }

    private static void tell(List<ProcessEntry> ended, Consumer<List<String>> leaked) {
        if (!ended.isEmpty()) {
            leaked.accept(Leftovers.names(ended));
        }
    }
}

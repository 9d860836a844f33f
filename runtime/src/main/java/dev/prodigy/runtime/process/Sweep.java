package dev.prodigy.runtime.process;

import dev.prodigy.runtime.process.kernel.ProcessTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/// Finds the processes that had left their group before their execution ended. One look at the process table
/// serves all executions that ended in half a second, since looking after each would cost more than running it.
final class Sweep {
    /// Leaves as much again of the second that spec 03 §13 allows.
    private static final Duration DELAY = Duration.ofMillis(500);

    private final ProcessTable table;
    private final Ending ending;
    private final Timers timers;
    private final CompletableFuture<Void> hurry;
    private Map<String, Due> due = new HashMap<>();
    private CompletableFuture<Void> underWay = CompletableFuture.completedFuture(null);

    /// @param hurry once done, nothing is given grace any more
    Sweep(ProcessTable table, Ending ending, Timers timers, CompletableFuture<Void> hurry) {
        this.table = table;
        this.ending = ending;
        this.timers = timers;
        this.hurry = hurry;
    }

    private record Due(Duration grace, Consumer<List<String>> leaked) {}

    /// Has the processes with this mark ended within a second plus grace.
    ///
    /// @param leaked hears their names, if there were any
    void later(String mark, Duration grace, Consumer<List<String>> leaked) {
        synchronized (this) {
            due.put(mark, new Due(grace, leaked));
            if (due.size() > 1) {
                return;
            }
        }
        timers.after(DELAY, () -> Thread.ofVirtual().name("prodigy-sweep").start(this::now));
    }

    /// Sweeps all that is due, and returns when nothing is left of it, nor of what was due before.
    void now() {
        var done = new CompletableFuture<Void>();
        Map<String, Due> marks;
        CompletableFuture<Void> earlier;
        synchronized (this) {
            marks = due;
            due = new HashMap<>();
            earlier = underWay;
            underWay = CompletableFuture.allOf(earlier, done);
        }
        try {
            sweep(marks);
        } finally {
            done.complete(null);
        }
        earlier.join();
    }

    private void sweep(Map<String, Due> marks) {
        if (marks.isEmpty()) {
            return;
        }
        var found = new HashSet<String>();
        table.fresh().forEach(process -> found.addAll(process.marks()));
        var endings = new ArrayList<CompletableFuture<Void>>();
        marks.forEach((mark, due) -> {
            if (found.contains(mark)) {
                endings.add(CompletableFuture.runAsync(() -> end(mark, due), Thread.ofVirtual()::start));
            }
        });
        endings.forEach(CompletableFuture::join);
    }

    private void end(String mark, Due due) {
        var ended = ending.end(Target.marked(mark::equals), due.grace(), hurry);
        if (!ended.isEmpty()) {
            due.leaked().accept(Leftovers.names(ended));
        }
    }
}

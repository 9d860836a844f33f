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
    private Map<String, Due> due = new HashMap<>();

    Sweep(ProcessTable table, Ending ending, Timers timers) {
        this.table = table;
        this.ending = ending;
        this.timers = timers;
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

    /// Sweeps all that is due, and returns when nothing of it is left.
    void now() {
        var marks = takeDue();
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

    private synchronized Map<String, Due> takeDue() {
        var taken = due;
        due = new HashMap<>();
        return taken;
    }

    private void end(String mark, Due due) {
        var ended = ending.end(Target.marked(mark::equals), due.grace(), new CompletableFuture<>());
        if (!ended.isEmpty()) {
            due.leaked().accept(Leftovers.names(ended));
        }
    }
}

package dev.prodigy.runtime.process;

import dev.prodigy.runtime.process.kernel.Child;
import dev.prodigy.runtime.process.kernel.LazyReadiness;
import dev.prodigy.runtime.process.kernel.Orphans;
import dev.prodigy.runtime.process.kernel.ProcessTable;
import dev.prodigy.runtime.process.output.OutputCollector;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Runs the processes of steps (spec 03 §13). One per program; close it before the exit.
public final class ProcessRunner implements AutoCloseable {
    private final LazyReadiness readiness = new LazyReadiness();
    private final Set<RunningProcess> running = ConcurrentHashMap.newKeySet();
    private final Timers timers;
    private final Launch launch;
    private final Leftovers leftovers;
    private final Strays strays = new Strays();
    private final Sweep sweep;
    private final OrphanWatch orphans;
    private final Supervision.Surroundings surroundings;

    /// Costs nothing yet: what starting processes needs is made at the first start.
    public ProcessRunner(Timers timers) {
        this.timers = timers;
        var table = new ProcessTable();
        var ending = new ProcessEnding(table, readiness, timers);
        launch = new Launch(start -> Child.start(start, readiness.get()), timers);
        leftovers = new Leftovers(table, ending, strays);
        sweep = new Sweep(table, ending, strays, timers);
        orphans = new OrphanWatch(timers, () -> !running.isEmpty());
        surroundings = new Supervision.Surroundings(timers, ending, sweep);
    }

    /// What a process leaves behind from now on comes to this one, and is found whatever it drops. For the whole
    /// of this program, so a choice of who runs it.
    public static void adoptOrphans() {
        Orphans.want();
    }

    /// Starts a process in a session and group of its own. Short of processes, memory or descriptors it tries
    /// five times, again after 100 ms and then twice as long each time.
    ///
    /// @throws SpawnFailed when it could not be started
    public RunningProcess start(ProcessSpec spec) throws SpawnFailed {
        var output = new OutputCollector(spec.output(), timers::pause);
        var child = launch.launch(spec.command(), spec.mark());
        var process = new RunningProcess(child, spec);
        running.add(process);
        strays.begun(process);
        orphans.watch();
        var supervision = new Supervision(child, spec, output, process, surroundings);
        Thread.ofVirtual().name("prodigy-process").start(() -> {
            supervision.run();
            running.remove(process);
        });
        return process;
    }

    /// @return finds and ends processes by their marks, also those of an earlier prodigy
    public Leftovers leftovers() {
        return leftovers;
    }

    /// Ends what executions that are over have left behind, which otherwise happens within a second of their ends.
    /// Returns when that is done, and told to those who wait for it.
    public void sweep() {
        sweep.now();
    }

    /// Kills what still runs, waits for its end, and ends what ended executions have left behind.
    @Override
    public void close() {
        running.forEach(RunningProcess::kill);
        running.forEach(RunningProcess::await);
        sweep.close();
        readiness.close();
    }
}

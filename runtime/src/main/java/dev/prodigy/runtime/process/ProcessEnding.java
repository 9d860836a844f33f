package dev.prodigy.runtime.process;

import dev.prodigy.runtime.process.kernel.Errno;
import dev.prodigy.runtime.process.kernel.KernelException;
import dev.prodigy.runtime.process.kernel.LazyReadiness;
import dev.prodigy.runtime.process.kernel.ProcessDescriptor;
import dev.prodigy.runtime.process.kernel.ProcessEntry;
import dev.prodigy.runtime.process.kernel.ProcessTable;
import dev.prodigy.runtime.process.kernel.Signals;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// Ends processes together with what they start meanwhile: SIGTERM, grace, SIGKILL, until none is left (spec 02
/// §10). Waits for their deaths, not for clock ticks.
final class ProcessEnding {
    /// After this long a killed process hangs in the kernel; waiting for it helps nobody.
    private static final Duration UNKILLABLE_AFTER = Duration.ofSeconds(10);

    private static final Duration SHORTAGE_PAUSE = Duration.ofMillis(50);

    private final ProcessTable table;
    private final LazyReadiness readiness;
    private final Timers timers;
    private final Claims claims = new Claims();

    ProcessEnding(ProcessTable table, LazyReadiness readiness, Timers timers) {
        this.table = table;
        this.readiness = readiness;
        this.timers = timers;
    }

    /// As {@link #end(Target, Duration, CompletableFuture)}, where nobody can be in a hurry.
    List<ProcessEntry> end(Target target, Duration grace) {
        return end(target, grace, new CompletableFuture<Void>());
    }

    /// Returns when none of the target is left that we may signal and that can die.
    ///
    /// @param hurry once done, SIGKILL is sent without further grace
    /// @return the processes that were found, each once; one that others were ending before is theirs to tell
    List<ProcessEntry> end(Target target, Duration grace, CompletableFuture<?> hurry) {
        claims.begin();
        try {
            return pursue(target, grace, hurry);
        } finally {
            claims.end();
        }
    }

    private List<ProcessEntry> pursue(Target target, Duration grace, CompletableFuture<?> hurry) {
        var all = table.fresh();
        var aimedAt = target.among(all);
        if (aimedAt.isEmpty()) {
            return List.of();
        }
        var graceOver = new CompletableFuture<Void>();
        var timer = timers.after(grace, () -> graceOver.complete(null));
        try {
            return new Pursuit(target, all, aimedAt).run(CompletableFuture.anyOf(graceOver, hurry));
        } finally {
            timer.cancel();
        }
    }

    /// Who was the first to end a process, among those who are at it together.
    private static final class Claims {
        private final HashSet<Claim> claimed = new HashSet<>();
        private int pursuits;

        /// What names a process for good.
        private record Claim(int pid, long startTime) {}

        /// To be called before one looks for processes.
        synchronized void begin() {
            pursuits++;
        }

        synchronized boolean isFirst(ProcessEntry process) {
            return claimed.add(new Claim(process.pid(), process.startTime()));
        }

        /// Nobody who may still meet the processes is left with the last.
        synchronized void end() {
            if (--pursuits == 0) {
                claimed.clear();
            }
        }
    }

    /// One target on its way to its end.
    private final class Pursuit {
        private final Target target;
        private final LinkedHashMap<Integer, ProcessEntry> found = new LinkedHashMap<>();
        private final ArrayList<ProcessEntry> told = new ArrayList<>();
        private final HashSet<Integer> untouchable = new HashSet<>();
        private List<ProcessEntry> alive;

        Pursuit(Target target, List<ProcessEntry> all, List<ProcessEntry> aimedAt) {
            this.target = target;
            this.alive = withDescendants(all, aimedAt);
        }

        /// Who was pursued once stays so, with what it starts: one that left its group and dropped its mark belongs to
        /// the target only for as long as whoever started it lives.
        private List<ProcessEntry> withDescendants(List<ProcessEntry> all, List<ProcessEntry> aimedAt) {
            var family = new HashSet<Integer>();
            aimedAt.forEach(process -> family.add(process.pid()));
            for (var process : all) {
                var before = found.get(process.pid());
                if (before != null && before.isSameProcess(process)) {
                    family.add(process.pid());
                }
            }
            return Lineage.descending(family, all).stream()
                    .filter(process -> !untouchable.contains(process.pid()))
                    .toList();
        }

        List<ProcessEntry> run(CompletableFuture<?> mercyOver) {
            while (!alive.isEmpty() && !mercyOver.isDone()) {
                signal(Signals.TERM, mercyOver);
            }
            var unkillable = new CompletableFuture<Void>();
            var timer = timers.after(UNKILLABLE_AFTER, () -> unkillable.complete(null));
            while (!alive.isEmpty() && !unkillable.isDone()) {
                signal(Signals.KILL, unkillable);
            }
            timer.cancel();
            return List.copyOf(told);
        }

        /// Signals all that live, waits until they are dead or `until` is done, and looks again.
        private void signal(int signal, CompletableFuture<?> until) {
            if (target.group() != 0) {
                Signals.toGroup(target.group(), signal);
            }
            var held = new ArrayList<ProcessDescriptor>();
            try {
                for (var process : alive) {
                    if (found.putIfAbsent(process.pid(), process) == null && claims.isFirst(process)) {
                        told.add(process);
                    }
                    hold(process).ifPresent(descriptor -> {
                        held.add(descriptor);
                        if (!descriptor.signal(signal)) {
                            untouchable.add(process.pid());
                        }
                    });
                }
                var deaths = held.stream().map(ProcessDescriptor::ended).toArray(CompletableFuture<?>[]::new);
                CompletableFuture.anyOf(CompletableFuture.allOf(deaths), until).join();
            } finally {
                held.forEach(ProcessDescriptor::close);
            }
            var all = table.fresh();
            alive = withDescendants(all, target.among(all));
        }
    }

    /// @return the process, if it is still the one that was seen
    private Optional<ProcessDescriptor> hold(ProcessEntry seen) {
        try {
            var descriptor = ProcessDescriptor.open(seen.pid(), readiness.get());
            if (ProcessTable.read(seen.pid()).filter(seen::isSameProcess).isPresent()) {
                return Optional.of(descriptor);
            }
            descriptor.close();
        } catch (KernelException e) {
            if (Errno.isShortage(e.errno())) {
                timers.pause(SHORTAGE_PAUSE);
            }
        }
        return Optional.empty();
    }
}

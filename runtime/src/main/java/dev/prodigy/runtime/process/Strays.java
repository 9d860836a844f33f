package dev.prodigy.runtime.process;

import dev.prodigy.runtime.process.kernel.Orphans;
import dev.prodigy.runtime.process.kernel.OwnProcesses;
import dev.prodigy.runtime.process.kernel.ProcLinks;
import dev.prodigy.runtime.process.kernel.ProcessEntry;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/// Finds what executions have left behind that left its group and dropped its mark (`env -i setsid …`): the
/// kernel gives it to us when whoever started it is dead ({@link Orphans}).
///
/// Nobody knows for certain whose it is. While executions run that it may belong to, because they began before
/// it, it is ended only where a pipe or its working directory shows that it is of one that is over.
final class Strays {
    private final Set<RunningProcess> known = ConcurrentHashMap.newKeySet();
    private final Set<String> spared = ConcurrentHashMap.newKeySet();

    /// What carries this mark is not of an execution.
    void spare(String mark) {
        spared.add(mark);
    }

    /// An execution has begun.
    void begun(RunningProcess process) {
        known.add(process);
    }

    /// What an execution has left has been looked for, when it was over.
    void searched(RunningProcess process) {
        known.remove(process);
    }

    /// @return whether there may be any; costs no look at the process table
    boolean mayBe() {
        return !Orphans.adopted().isEmpty();
    }

    /// @param all the living processes
    /// @return those that belong to no execution that runs
    List<ProcessEntry> among(List<ProcessEntry> all) {
        var orphans = Orphans.adopted();
        return orphans.isEmpty()
                ? List.of()
                : all.stream()
                        .filter(process -> orphans.contains(process.pid()) && isLeft(process, all))
                        .toList();
    }

    private boolean isLeft(ProcessEntry orphan, List<ProcessEntry> all) {
        if (!Collections.disjoint(orphan.marks(), spared)) {
            return false;
        }
        var live = known.stream().filter(each -> !each.isOver()).toList();
        if (live.stream().anyMatch(each -> each.bears(orphan))) {
            return false;
        }
        var over = known.stream().filter(RunningProcess::isOver).toList();
        if (over.stream().anyMatch(each -> each.bears(orphan))) {
            return true;
        }
        var since = new Beginnings(all, orphan);
        var perhaps = live.stream().filter(each -> since.isNotAfter(each.pid())).toList();
        boolean ofOther = OwnProcesses.thatRaise().stream().anyMatch(since::isNotAfter);
        return (perhaps.isEmpty() && !ofOther) || isShownToBe(orphan, over, perhaps);
    }

    /// Tells which processes are old enough to have started an orphan.
    private record Beginnings(List<ProcessEntry> all, ProcessEntry orphan) {
        /// @return also when it is not among the living any more
        boolean isNotAfter(int pid) {
            return all.stream().noneMatch(process -> process.pid() == pid && process.startTime() > orphan.startTime());
        }
    }

    private static boolean isShownToBe(ProcessEntry orphan, List<RunningProcess> over, List<RunningProcess> perhaps) {
        var pipes = ProcLinks.pipes(orphan.pid());
        Predicate<RunningProcess> held = each -> !Collections.disjoint(each.pipes(), pipes);
        if (perhaps.stream().anyMatch(held)) {
            return false;
        }
        if (over.stream().anyMatch(held)) {
            return true;
        }
        var place = ProcLinks.directory(orphan.pid());
        Predicate<RunningProcess> around = each -> place != null && place.startsWith(each.directory());
        return perhaps.stream().noneMatch(around) && over.stream().anyMatch(around);
    }
}

package dev.prodigy.runtime.process;

import dev.prodigy.runtime.process.kernel.ProcessEntry;
import java.util.List;
import java.util.function.Predicate;

/// Which processes are to be ended.
///
/// @param group a process group that belongs to the target as a whole, or 0
record Target(int group, Predicate<ProcessEntry> includes) {
    /// @return every process with such a mark
    static Target marked(Predicate<String> mark) {
        return new Target(0, process -> process.marks().stream().anyMatch(mark));
    }

    /// @return every process of the group. Its number must not be free to be given away meanwhile: it still has a
    ///     member, or its dead leader is not reaped yet
    static Target group(int group) {
        return new Target(group, process -> process.group() == group);
    }

    /// @return every process of the group, under the same condition, and every one with this mark
    static Target execution(int group, String mark) {
        return new Target(
                group, process -> process.group() == group || process.marks().contains(mark));
    }

    /// @return those that are meant, but never ourselves or a process above us: in a prodigy that was started by
    ///     a step, they may carry the mark of a run that is to be cleared away
    List<ProcessEntry> among(List<ProcessEntry> all) {
        var above = Lineage.ofThisProcess(all);
        return all.stream()
                .filter(process -> !above.contains(process.pid()) && includes.test(process))
                .toList();
    }
}

package dev.prodigy.runtime.process;

import dev.prodigy.runtime.process.kernel.ProcessEntry;
import java.util.List;
import java.util.function.Predicate;

/// Which processes are to be ended. What they started is ended with them.
///
/// @param group a process group that belongs to the target as a whole, or 0
record Target(int group, Selection selection) {
    /// Finds what is meant.
    interface Selection {
        /// @param all the living processes
        List<ProcessEntry> of(List<ProcessEntry> all);
    }

    /// @return every process with such a mark
    static Target marked(Predicate<String> mark) {
        return new Target(0, each(process -> process.marks().stream().anyMatch(mark)));
    }

    /// @return every process of the group. Its number must not be free to be given away meanwhile: it still has a
    ///     member, or its dead leader is not reaped yet
    static Target group(int group) {
        return new Target(group, each(process -> process.group() == group));
    }

    /// @return every process of the group, under the same condition, and every one with this mark
    static Target execution(int group, String mark) {
        return new Target(
                group,
                each(process -> process.group() == group || process.marks().contains(mark)));
    }

    /// @return what executions that are over have left behind and shows no sign of it
    static Target strays(Strays strays) {
        return new Target(0, strays::among);
    }

    private static Selection each(Predicate<ProcessEntry> includes) {
        return all -> all.stream().filter(includes).toList();
    }

    /// @return those that are meant, but never ourselves or a process above us: in a prodigy that was started by
    ///     a step, they may carry the mark of a run that is to be cleared away
    List<ProcessEntry> among(List<ProcessEntry> all) {
        var above = Lineage.ofThisProcess(all);
        return selection.of(all).stream()
                .filter(process -> !above.contains(process.pid()))
                .toList();
    }
}

package dev.prodigy.runtime.process;

import dev.prodigy.runtime.process.kernel.Marker;
import dev.prodigy.runtime.process.kernel.ProcessEntry;
import dev.prodigy.runtime.process.kernel.ProcessTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/// Processes that outlived the execution, or the prodigy, that started them. They are known by their mark, those below
/// us that dropped it as {@link Strays}.
public final class Leftovers {
    private final ProcessTable table;
    private final ProcessEnding ending;
    private final Strays strays;

    Leftovers(ProcessTable table, ProcessEnding ending, Strays strays) {
        this.table = table;
        this.ending = ending;
        this.strays = strays;
    }

    /// Makes processes known that are not started here, and that only {@link #endMarked} ends: what a hook of the user
    /// starts is the user's.
    ///
    /// @param mark names them; one word
    /// @return the variable to start them with, beside what they inherit from this process
    public Map<String, String> marking(String mark) {
        strays.spare(mark);
        var entry = Marker.appended(System.getenv(), mark);
        return Map.of(Marker.VARIABLE, entry.substring(Marker.VARIABLE.length() + 1));
    }

    /// @param name of its program
    /// @param marks of the executions it belongs to, outermost first
    public record Leftover(int pid, String name, List<String> marks) {}

    /// Looks for processes by their marks. This process and those above it never count.
    public List<Leftover> marked(Predicate<String> mark) {
        return Target.marked(mark).among(table.fresh()).stream()
                .map(process -> new Leftover(process.pid(), process.name(), process.marks()))
                .toList();
    }

    /// Ends every process with such a mark, such as all whose mark begins with a run's id, with what it started,
    /// and what executions that are over have left without a mark; returns when none is left. When there is none
    /// this costs one look at the process table. To be called before a workspace is used again, and at the start
    /// of a run (spec 03 §13, §14).
    ///
    /// @return the names of those that were found
    public List<String> endMarked(Predicate<String> mark, Duration grace) {
        var ended = new ArrayList<>(ending.end(Target.marked(mark), grace));
        if (strays.mayBe()) {
            ended.addAll(ending.end(Target.strays(strays), grace));
        }
        return names(ended);
    }

    static List<String> names(List<ProcessEntry> processes) {
        return processes.stream().map(ProcessEntry::name).distinct().toList();
    }
}

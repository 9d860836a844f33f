package dev.prodigy.runtime.process;

import dev.prodigy.runtime.process.kernel.ProcessEntry;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// A process and all above it.
final class Lineage {
    private Lineage() {}

    /// @return process numbers
    static Set<Integer> ofThisProcess(List<ProcessEntry> all) {
        return of((int) ProcessHandle.current().pid(), all);
    }

    static Set<Integer> of(int pid, List<ProcessEntry> all) {
        var parents = all.stream().collect(Collectors.toMap(ProcessEntry::pid, ProcessEntry::parent, (one, _) -> one));
        var lineage = new HashSet<Integer>();
        for (Integer at = pid; at != null && lineage.add(at); ) {
            at = parents.get(at);
        }
        return lineage;
    }
}

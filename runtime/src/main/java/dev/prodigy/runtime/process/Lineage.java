package dev.prodigy.runtime.process;

import dev.prodigy.runtime.process.kernel.ProcessEntry;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Who started whom: a process and all above it, or all below.
final class Lineage {
    private Lineage() {}

    /// @return process numbers
    static Set<Integer> ofThisProcess(List<ProcessEntry> all) {
        return of((int) ProcessHandle.current().pid(), all);
    }

    /// @return these, and all that descend from them
    static List<ProcessEntry> descending(Set<Integer> from, List<ProcessEntry> all) {
        var family = new HashSet<>(from);
        int before;
        do {
            before = family.size();
            for (var process : all) {
                if (family.contains(process.parent())) {
                    family.add(process.pid());
                }
            }
        } while (family.size() > before);
        return all.stream().filter(process -> family.contains(process.pid())).toList();
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

package dev.prodigy.runtime.process.kernel;

import java.util.List;

/// One living process, as the kernel showed it at one moment.
///
/// @param session number of its session
/// @param startTime in clock ticks since boot: with `pid` it names a process for good
/// @param name of its program, at most 15 characters
/// @param marks the words of `PRODIGY_MARKER` in the environment it was started with; those of another user's
///     processes are not seen
public record ProcessEntry(
        int pid, int parent, int group, int session, long startTime, String name, List<String> marks) {
    public ProcessEntry {
        marks = List.copyOf(marks);
    }

    /// @return whether both are the same process, whatever it has become meanwhile
    public boolean isSameProcess(ProcessEntry other) {
        return pid == other.pid && startTime == other.startTime;
    }
}

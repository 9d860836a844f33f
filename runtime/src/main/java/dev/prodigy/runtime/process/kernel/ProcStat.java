package dev.prodigy.runtime.process.kernel;

import java.util.Optional;

/// The line in `/proc/PID/stat`.
///
/// @param startTime in clock ticks since boot
/// @param codeStart where the program begins in memory; 0 while the process is becoming another program
/// @param environmentStart where the environment begins in memory; 0 while the process is becoming another
///     program, and when it may not be seen
record ProcStat(
        String name,
        char state,
        int parent,
        int group,
        int session,
        int threads,
        long startTime,
        long codeStart,
        long environmentStart,
        long environmentEnd) {

    static Optional<ProcStat> read(int pid) {
        return ProcFile.read(pid, "stat").map(ProcStat::parse);
    }

    /// A name may hold blanks and brackets: it ends at the line's last bracket.
    static ProcStat parse(String line) {
        int end = line.lastIndexOf(')');
        var fields = line.substring(end + 2).split(" ", -1);
        return new ProcStat(
                line.substring(line.indexOf('(') + 1, end),
                fields[0].charAt(0),
                Integer.parseInt(fields[1]),
                Integer.parseInt(fields[2]),
                Integer.parseInt(fields[3]),
                Integer.parseInt(fields[17]),
                Long.parseLong(fields[19]),
                Long.parseUnsignedLong(fields[23]),
                Long.parseUnsignedLong(fields[47]),
                Long.parseUnsignedLong(fields[48]));
    }

    /// @return whether it has ended and only waits to be reaped. A process whose first thread alone has ended
    ///     looks the same but for the others
    boolean isDead() {
        return (state == 'Z' || state == 'X') && threads <= 1;
    }

    /// The kernel notes where the code begins when it has set up everything else, the environment included. Before
    /// that the environment begins somewhere and seems to end there.
    ///
    /// @return whether this is the whole environment of the process, and not one that it had or will have when it
    ///     becomes another program
    boolean isWhole(String environment) {
        return codeStart != 0 && environmentStart != 0 && environment.length() == environmentEnd - environmentStart;
    }
}

package dev.prodigy.engine.classify;

/// How a process ended and what it printed last.
///
/// @param exitStatus as the shell reports it: 128 + n for signal n
/// @param memoryLimitHit whether the system killed it for its use of memory
/// @param stderr its end, at least {@link TextEvidence#LOOKED_AT} characters where there are so many
/// @param stdout likewise
public record ProcessEnd(int exitStatus, boolean memoryLimitHit, String stderr, String stdout) {

    /// @return the end of a process that nobody killed for its use of memory
    public static ProcessEnd of(int exitStatus, String stderr, String stdout) {
        return new ProcessEnd(exitStatus, false, stderr, stdout);
    }
}

package dev.prodigy.engine.classify;

import dev.prodigy.engine.redact.Redactor;
import dev.prodigy.engine.redact.Said;

/// How a process ended and what it printed last.
///
/// @param exitStatus as the shell reports it: 128 + n for signal n
/// @param memoryLimitHit whether the system killed it for its use of memory
/// @param stderr its end, at least {@link TextEvidence#LOOKED_AT} characters where there are so many
/// @param stdout likewise
/// @param said what records may show of the two; what kind of failure it is, is read from what was really said
public record ProcessEnd(int exitStatus, boolean memoryLimitHit, String stderr, String stdout, Said said) {

    /// A process of a run without secrets.
    public ProcessEnd(int exitStatus, boolean memoryLimitHit, String stderr, String stdout) {
        this(exitStatus, memoryLimitHit, stderr, stdout, new Said(stderr, stdout, Redactor.PLAIN));
    }

    /// @return the end of a process that nobody killed for its use of memory, in a run without secrets
    public static ProcessEnd of(int exitStatus, String stderr, String stdout) {
        return new ProcessEnd(exitStatus, false, stderr, stdout);
    }

    /// @return the same with a text in stdout's place
    ProcessEnd meaning(String text) {
        return new ProcessEnd(exitStatus, memoryLimitHit, stderr, text, said.meaning(text));
    }
}

package dev.prodigy.runtime.git;

/// On whose behalf a git command runs, which decides what of the user's configuration has a say (spec 03 §9).
public enum Conduct {
    /// prodigy's own work: no hooks, signing, automatic gc, editor or prompt, with `LC_ALL=C`. Never interrupted.
    OWN,
    /// In the user's name: hooks, signing and locale are the user's. An interrupt of the thread ends the command.
    USER
}

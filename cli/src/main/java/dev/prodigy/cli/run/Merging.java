package dev.prodigy.cli.run;

/// Who is asked before a run's commits are merged into the user's branch (spec 03 §11).
enum Merging {
    /// The person, unless the configuration or the call answers.
    ASKED,
    /// Nobody: commits are merged unless the call forbids it.
    UNASKED,
    /// Nobody: the command is there to merge, also what the workflow would keep (`finish: keep`).
    COMMANDED
}
